import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The stub service, which tests configure and inspect. */
export type Service = {
  origin: string
  /** The version that the stub frame uses by default: 2, 1, or 0 for a silent frame. */
  speaks: 0 | 1 | 2
  /** Responses to the checks, in order. The last one is repeated. 'drop' closes the connection. */
  answers: (object | number | 'drop')[]
  /** Requests received by the checks. */
  requests: { path: string; body: unknown }[]
}

/** The running sites of a test. */
export type Sites = {
  host: string
  service: Service
  /**
   * The stub frame on another site, which the browser runs in a separate process. Only the policy of the page
   * at `/loose` allows this site.
   */
  elsewhere: string
  stop(): Promise<void>
}

const gateway = (data: unknown, code = 80000000, msg = 'success') => ({ code, data, msg, timestamp: 0 })
/** Response to the grant check if there is a grant. */
export const granted = gateway({ isGrant: true, verifyTime: 1, programNo: '100000000001' })
/** Response to the grant check if there is no grant. */
export const notGranted = gateway({ isGrant: false, verifyTime: null, programNo: '100000000001' })
/** Response to the binding check if there is a binding. */
export const bound = gateway(true)
/** Response to the token exchange. */
export const token = gateway({ accessToken: 'a-token' })
/** Response to a refused check. */
export const refused = gateway(null, 80000002, 'parameter error: appId is unknown')

/**
 * Starts a page that embeds the widget under a strict policy, and a service with a stub frame on another
 * origin.
 */
export async function startSites(builtFolder: string): Promise<Sites> {
  const service: Service = { origin: '', speaks: 2, answers: [granted], requests: [] }
  const serviceServer = createServer((request, response) =>
    serveService(builtFolder, service, request, response),
  )
  service.origin = await listen(serviceServer)
  const elsewhere = service.origin.replace('127.0.0.1', 'localhost')
  const hostServer = createServer((request, response) => {
    const frames = request.url === '/loose' ? `${service.origin} ${elsewhere}` : service.origin
    const policy =
      `default-src 'none'; script-src 'self'; style-src 'self'; ` +
      `frame-src ${frames}; connect-src ${frames}`
    response.setHeader('content-security-policy', policy)
    serveHost(builtFolder, request.url ?? '/', response)
  })
  const host = await listen(hostServer)
  return {
    host,
    service,
    elsewhere,
    async stop() {
      for (const server of [serviceServer, hostServer]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Serves the files of the widget, as a site or the service does. */
function serveWidget(builtFolder: string, path: string, response: ServerResponse): boolean {
  const file = {
    '/widget/svc-widget.global.js': `${builtFolder}/svc-widget.global.js`,
    '/widget/style.css': sheet,
  }[path]
  if (!file) return false
  response
    .setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/css')
    .end(readFileSync(file))
  return true
}
const sheet = new URL('../../style.css', import.meta.url)

function serveHost(builtFolder: string, path: string, response: ServerResponse) {
  const send = (type: string, text: string) => response.setHeader('content-type', type).end(text)
  if (serveWidget(builtFolder, path, response)) return
  if (!['/', '/plain', '/loose'].includes(path)) return response.writeHead(204).end()
  const link = path === '/plain' ? '' : '<link rel="stylesheet" href="/widget/style.css">'
  send(
    'text/html',
    `<!doctype html><html lang="en"><head><title>A shop</title><meta name="viewport" content="width=device-width">
    ${link}<script src="/widget/svc-widget.global.js"></script></head>
    <body><main><h1>A shop</h1><button id="open" type="button">Verify me</button> <a href="#top">Home</a>
    <div id="place"></div></main></body></html>`,
  )
}

async function serveService(
  builtFolder: string,
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { pathname } = new URL(request.url ?? '/', 'http://service')
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'content-type')
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  if (serveWidget(builtFolder, pathname, response)) return
  if (pathname === '/stub-frame.js') {
    return response.setHeader('content-type', 'text/javascript').end(read('./stub-frame.js'))
  }
  if (pathname === '/') {
    return response.setHeader('content-type', 'text/html').end(
      `<!doctype html><html lang="en"><head><title>Verification</title></head><body>
      <button id="first">First</button><button id="last">Last</button>
      <script src="/stub-frame.js" data-speaks="${service.speaks}"></script></body></html>`,
    )
  }
  if (request.method !== 'POST') return response.writeHead(404).end()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  service.requests.push({ path: pathname, body: JSON.parse(Buffer.concat(chunks).toString()) })
  if (pathname === '/api/token/get') {
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(token))
  }
  const answer = service.answers.length > 1 ? service.answers.shift() : service.answers[0]
  if (answer === 'drop') return request.socket.destroy()
  if (typeof answer === 'number') return response.writeHead(answer).end()
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
}
