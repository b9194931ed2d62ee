// Enables the copy buttons. Without this script they stay hidden, and every value can be selected. Browsers deny clipboard
// access to pages from another machine over plain http, so there is a second method. If both fail, the text is selected.

const markShownFor = 1600
const noteShownFor = 8000
const waits = new Map()
const note = document.querySelector('[data-copy-note]')

// Registered on the document, because the mailbox adds buttons while it is open.
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
    : 'This browser does not allow clipboard access here. The text is selected. Copy it with Ctrl+C or ⌘C.'
  button.classList.toggle('copied', copied)
  later(button, markShownFor, () => button.classList.remove('copied'))
  later(note, noteShownFor, () => note.classList.remove('copy-note-shown'))
}

/** One timer per element. A second click restarts it. */
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
