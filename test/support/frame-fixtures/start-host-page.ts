import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** A hosting page of another origin: what it heard, and how it answers. */
export type HostPage = {
  origin: string
  /** Another origin too, but of the frame's own site: there a browser of private windows lets it keep things. */
  sisterOrigin: string
  stop(): Promise<void>
}

/**
 * Serves a page that embeds the frame and speaks v1, or v2 when the frame says hello and `?v2` asks for it. It is what a
 * site has, written down again here: nothing of the widget package is used. `window.host.answers` holds by method
 * what is answered, `window.host.heard` what came over the window, `window.host.overPort` what over the port.
 */
export async function startHostPage(): Promise<HostPage> {
  const script = `
    const heard = [], overPort = []
    const host = (window.host = { heard, overPort, answers: {}, port: undefined, origins: [] })
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
      heard.push(event.data)
      if (event.data.event === 'hello' && location.search === '?v2') {
        const channel = new MessageChannel()
        host.port = channel.port1
        channel.port1.onmessage = ({ data }) => {
          overPort.push(data)
          if (data.method) reply(data, (message) => channel.port1.postMessage(message))
        }
        event.source.postMessage({ channelId: event.data.channelId, event: 'welcome', version: 2 }, event.origin, [channel.port2])
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
    // Another origin than the frame's, as every site has.
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
  host: { heard: HostMessage[]; overPort: HostMessage[]; origins: string[]; port?: MessagePort }
  embed(address: string, answers: object): void
}
export type HostMessage = Record<string, unknown>

/** Puts the frame into the page, with the answers that the page's provider gives. */
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

export function heardBy(page: Page, over: 'window' | 'port'): Promise<HostMessage[]> {
  return page.evaluate((way) => {
    const { heard, overPort } = (window as unknown as HostWindow).host
    return way === 'window' ? heard : overPort
  }, over)
}

export function sayOverPort(page: Page, message: HostMessage): Promise<void> {
  return page.evaluate((said) => (window as unknown as HostWindow).host.port?.postMessage(said), message)
}
