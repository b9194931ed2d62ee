import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A recorded request. */
export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** A response from the test server, or a function that implements special behaviour. */
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown } | Behaviour
/** A function that writes the response itself. */
type Behaviour = (response: ServerResponse, seen: Seen) => void

/** Never responds, so that the client has to time out. */
export const silence: Behaviour = () => {}

/** Closes the connection after the headers and half of the body. */
export const cutOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"code":200,', () => response.destroy())
}

/** Returns a successful response in the common envelope. */
export const commonAnswer = (data: unknown): Reply => ({ body: { code: 200, message: 'success', data } })
/** Returns a successful response in the gateway envelope. */
export const gatewayAnswer = (data: unknown): Reply => ({
  body: { code: 80000000, data, msg: 'success', timestamp: 1763172000000 },
})
/** Returns an error response in the common envelope. */
export const commonError = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Reply => ({
  status,
  headers,
  body: { code: status, message, data: null },
})
/** Returns an error response in the gateway envelope. */
export const gatewayError = (code: number, msg: string, status = 200): Reply => ({
  status,
  body: { code, data: null, msg, timestamp: 1763172000000 },
})

const running: (() => Promise<void>)[] = []

/** Stops all services. Call it in `afterEach` of every file that starts services. */
export async function stopServices() {
  await Promise.all(running.splice(0).map((stop) => stop()))
}

/**
 * Starts a local HTTP server that sends the replies in order, then keeps repeating the last one, and records
 * the requests.
 */
export async function startService(...replies: [Reply, ...Reply[]]) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      const reply = replies[seen.push(one) - 1] ?? replies.at(-1) ?? silence
      if (typeof reply === 'function') return reply(response, one)
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
      response
        .writeHead(reply.status ?? 200, { 'x-request-id': `r-${seen.length}`, ...reply.headers })
        .end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  running.push(stop)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, stop }
}
