// Sends the calls of a page and shows their responses. Without this script the forms stay hidden, and every call can be
// copied for a terminal.

for (const form of document.querySelectorAll('form[data-try]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
}
document.documentElement.classList.add('can-try')

async function send(form) {
  const result = document.getElementById(form.dataset.answer)
  const state = result.querySelector('p')
  const answer = result.querySelector('pre')
  const button = form.querySelector('button')
  const fields = read(form.elements.fields.value)
  if (!fields) {
    state.textContent = 'This is not valid JSON. Check the commas and quotes.'
    return
  }
  button.disabled = true
  state.textContent = 'Sending …'
  const since = performance.now()
  try {
    const response = await fetch(form.dataset.try, requestOf(form.dataset.method, fields))
    const text = await response.text()
    state.textContent = `HTTP ${response.status}, after ${Math.round(performance.now() - since)} ms`
    answer.textContent = JSON.stringify(read(text) ?? text, null, 2)
    answer.hidden = false
  } catch {
    state.textContent = 'The service is not responding.'
  } finally {
    button.disabled = false
  }
}

function requestOf(method, fields) {
  if (method === 'GET') return { headers: fields, cache: 'no-store' }
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }
}

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
