// Looks for new mails while the page is seen, and shows times as the reader's clock has them. The page is complete
// without it: loading it again shows what is new.

const everyMs = 2000
const list = document.querySelector('[data-mails]')
const note = document.querySelector('[data-mails-note]')
let shown = newest(list)

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
    if (!now || newest(now) === shown) return
    shown = newest(now)
    list.replaceChildren(...now.childNodes)
    tellTimes()
    say(`New code: ${list.querySelector('.mail-code').textContent.split('').join(' ')}`)
  } catch {
    say('The service does not answer at the moment.')
  }
}

function newest(of) {
  return of.querySelector('[data-mail]')?.dataset.mail
}

/** Said once: a text that stays the same is not read out again. */
function say(text) {
  if (text === '' && note.textContent.startsWith('New code')) return
  if (note.textContent !== text) note.textContent = text
}

function tellTimes() {
  for (const time of list.querySelectorAll('time')) {
    time.title = time.textContent
    time.textContent = new Date(time.dateTime).toLocaleTimeString()
  }
}
