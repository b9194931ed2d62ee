import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** A host page on another origin, which records the messages from the frame and sends prepared responses. */
export type HostPage = {
  origin: string
  /**
   * Another origin on the same site as the frame. Private browser windows allow storage for a frame that such
   * an origin embeds.
   */
  sisterOrigin: string
  stop(): Promise<void>
}

/**
 * Serves a page that embeds the frame and supports v1, or v2 if the frame says hello and the URL has `?v2`.
 * The fragment of the URL lists the methods that the page declares.
 * An independent implementation of a host site, which does not use the widget package. `window.host.answers`
 * contains the response to each method, `window.host.overWindow` the messages that the window received, and
 * `window.host.overPort` the messages that the port received.
 */
export async function startHostPage(): Promise<HostPage> {
  const script = `
    const overWindow = [], overPort = []
    const host = (window.host = { overWindow, overPort, answers: {}, port: undefined, origins: [] })
    const reply = (question, send) => {
      const answer = host.answers[question.method]
      if (answer === undefined) return
      const next = Array.isArray(answer.turns) ? answer.turns.shift() : answer
      send(next.refuse ? { id: question.id, message: next.refuse } : { id: question.id, message: 'ok', data: next.data })
    }
    const frameOf = () => document.querySelector('iframe').contentWindow
    window.addEventListener('message', (event) => {
      if (event.source !== frameOf()) return
      host.origins.push(event.origin)
      overWindow.push(event.data)
      if (event.data.event === 'hello' && location.search === '?v2') {
        const channel = new MessageChannel()
        host.port = channel.port1
        channel.port1.onmessage = ({ data }) => {
          overPort.push(data)
          if (data.method) reply(data, (message) => channel.port1.postMessage(message))
        }
        const methods = location.hash === '' ? undefined : location.hash.slice(1).split(',')
        event.source.postMessage({ channelId: event.data.channelId, event: 'welcome', version: 2, methods }, event.origin, [channel.port2])
      }
      if (event.data.method) reply(event.data, (message) => event.source.postMessage(message, event.origin))
    })
    window.embed = (address, answers) => {
      host.answers = answers
      const frame = document.createElement('iframe')
      frame.title = 'verification'
      frame.allow = 'camera; geolocation'
      frame.width = 480
      frame.height = 760
      frame.src = address
      document.body.append(frame)
    }`
  const server = createServer((request, response) => {
    const isScript = request.url === '/host.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? script : '<!doctype html><title>Shop</title><body><script src="/host.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    // An origin other than the frame's, as for every real site.
    origin: `http://localhost:${port}`,
    sisterOrigin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Answer = { data: unknown } | { refuse: string }
type HostWindow = {
  host: { overWindow: HostMessage[]; overPort: HostMessage[]; origins: string[]; port?: MessagePort }
  embed(address: string, answers: object): void
}
export type HostMessage = Record<string, unknown>

/** Embeds the frame in the page. The page's provider sends the given responses. */
export function embed(
  page: Page,
  address: string,
  answers: Record<string, Answer | { turns: Answer[] }>,
): Promise<void> {
  return page.evaluate(([to, given]) => (window as unknown as HostWindow).embed(to, given), [
    address,
    answers,
  ] as const)
}

export function messagesOver(page: Page, over: 'window' | 'port'): Promise<HostMessage[]> {
  return page.evaluate((channel) => {
    const { overWindow, overPort } = (window as unknown as HostWindow).host
    return channel === 'window' ? overWindow : overPort
  }, over)
}

export function sendOverPort(page: Page, message: HostMessage): Promise<void> {
  return page.evaluate((sent) => (window as unknown as HostWindow).host.port?.postMessage(sent), message)
}
