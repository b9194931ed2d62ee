import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Starts a server that responds like the REST API of an Aptos node. Accounts that are not in `keys` have never
 * been used: their authentication key is their address. For tests only.
 */
export async function startAptosNode(options: { network?: number; keys?: Record<string, string> } = {}) {
  const { network = 1, keys = {} } = options
  /** The URL and the body of each request. */
  const requests: { url: string; body: string }[] = []
  const respond = async (request: IncomingMessage): Promise<string> => {
    const body = await text(request)
    requests.push({ url: request.url ?? '', body })
    const [address = ''] = (JSON.parse(body) as { arguments: string[] }).arguments
    return JSON.stringify([keys[address] ?? address])
  }
  const server = createServer(async (request, response) => {
    const body = await respond(request)
    response.writeHead(200, { 'x-aptos-chain-id': String(network), 'content-type': 'application/json' })
    response.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
