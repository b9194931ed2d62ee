// A frame controlled by a test: sends the test's messages and records received ones.
const parameters = new URLSearchParams(location.search)
const channelId = parameters.get('channelId')
const origin = parameters.get('origin')

const stub = {
  parameters: Object.fromEntries(parameters),
  received: [],
  port: undefined,
  toPage: (message) => parent.postMessage({ channelId, ...message }, origin),
  toPort: (message) => stub.port.postMessage(message),
  begin(version) {
    if (version === 2) stub.toPage({ event: 'hello', versions: [1, 2] })
    stub.toPage({ event: 'prepared' })
  },
}
window.stub = stub

window.addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== origin) return
  stub.received.push({ over: 'window', data: event.data })
  if (event.data.event !== 'welcome' || window.welcomeIsLate) return
  stub.port = event.ports[0]
  stub.port.onmessage = ({ data }) => stub.received.push({ over: 'port', data })
  stub.port.postMessage({ event: 'ready' })
})

const speaks = document.currentScript.dataset.speaks
if (speaks !== '0') stub.begin(Number(speaks))
