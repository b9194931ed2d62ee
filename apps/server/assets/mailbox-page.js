// Loads new mails and the state of codes while the page is visible, and shows times in the reader's time zone. Without this
// script, reloading the page shows new mails.

const everyMs = 2000
const list = document.querySelector('[data-mails]')
const mailsNote = document.querySelector('[data-mails-note]')
let shown = shownIn(list)

tellTimes()
setInterval(look, everyMs)

async function look() {
  if (document.hidden) return
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    if (!answer.ok) throw new Error('no answer')
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const now = page.querySelector('[data-mails]')
    say('')
    if (!now || shownIn(now) === shown) return
    const isNew = newest(now) !== newest(list)
    const focused = list.contains(document.activeElement) ? mailOf(document.activeElement) : undefined
    shown = shownIn(now)
    list.replaceChildren(...now.childNodes)
    // Keeps the keyboard focus on the same code.
    if (focused) list.querySelector(`[data-mail="${focused}"] button`)?.focus()
    tellTimes()
    if (isNew) say(`New code: ${list.querySelector('.mail-code').textContent.split('').join(' ')}`)
  } catch {
    say('The service is not responding.')
  }
}

/** Returns the mails and the states of their codes as one comparable text. */
function shownIn(of) {
  return [...of.querySelectorAll('[data-mail]')]
    .map(({ dataset }) => `${dataset.mail} ${dataset.state}`)
    .join()
}

function newest(of) {
  return of.querySelector('[data-mail]')?.dataset.mail
}

function mailOf(element) {
  return element.closest('[data-mail]')?.dataset.mail
}

/** Updates the status text. Screen readers announce it only when it changes. */
function say(text) {
  if (text === '' && mailsNote.textContent.startsWith('New code')) return
  if (mailsNote.textContent !== text) mailsNote.textContent = text
}

function tellTimes() {
  for (const time of list.querySelectorAll('time')) {
    time.title = time.textContent
    time.textContent = new Date(time.dateTime).toLocaleTimeString()
  }
}
