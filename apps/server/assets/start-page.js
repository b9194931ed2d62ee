// Makes the copy buttons work. The page is complete without it: the buttons then stay out of sight, and every value
// can be selected. The clipboard is closed to pages that came over plain http from another machine, hence the second
// way and, when both fail, the selected text.

const markShownFor = 1600
const noteShownFor = 8000
const waits = new Map()
const note = document.querySelector('[data-copy-note]')

// On the document: the mailbox puts new buttons in while it is open.
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-copies]')
  if (button) copyFrom(button)
})
document.documentElement.classList.add('can-copy')

async function copyFrom(button) {
  const copied = (await copyByClipboard(button.value)) || copyByTextArea(button.value)
  if (!copied) selectBeside(button)
  const what = button.dataset.copies
  note.classList.toggle('copy-note-shown', !copied)
  note.textContent = copied
    ? `Copied: ${what}`
    : 'This browser keeps its clipboard closed here. The text is selected: copy it with Ctrl+C or ⌘C.'
  button.classList.toggle('copied', copied)
  later(button, markShownFor, () => button.classList.remove('copied'))
  later(note, noteShownFor, () => note.classList.remove('copy-note-shown'))
}

/** One wait for each element: a second click begins it anew. */
function later(element, milliseconds, act) {
  clearTimeout(waits.get(element))
  waits.set(element, setTimeout(act, milliseconds))
}

async function copyByClipboard(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function copyByTextArea(text) {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    focused?.focus()
  }
}

function selectBeside(button) {
  const text = button.closest('dd, tr, .first-call, .mail')?.querySelector('code')
  if (text) getSelection()?.selectAllChildren(text)
}
