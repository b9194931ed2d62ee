// biome-ignore lint/style/noRestrictedImports: a chain node must serve HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DevChain } from './dev-chain.ts'
import { handleRequest } from './handle-request.ts'
import { JsonRpcFailure } from './json-rpc-failure.ts'

export type ServedChain = {
  readonly url: string
  close(): Promise<void>
}

/**
 * Allows any origin, because browser wallets send requests from any page. The server listens only on
 * localhost.
 */
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'content-type': 'application/json',
}

/** Large enough for batches. A single transaction can be up to 128 KiB, and twice that in hexadecimal. */
const mostBytes = 16 * 1024 * 1024

/** Serves JSON-RPC 2.0 over HTTP on localhost, with single requests and batches. */
export async function serveChain(options: { chain: DevChain; port?: number }): Promise<ServedChain> {
  const { chain, port = 0 } = options
  const server = createServer((request, response) => {
    answer(chain, request, response).catch(() => response.destroy())
  })
  // With the default timeout of 5 s, a client could reuse a connection that is being closed.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(chain: DevChain, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(request.method === 'OPTIONS' ? 204 : 405, { ...headers, allow: 'POST, OPTIONS' }).end()
    return
  }
  const body = await readBody(request)
  if (body === undefined) {
    response.writeHead(413, headers).end()
    return
  }
  response.writeHead(200, headers).end(JSON.stringify(await answerBody(chain, body)))
}

async function answerBody(chain: DevChain, body: string): Promise<unknown> {
  let request: unknown
  try {
    request = JSON.parse(body)
  } catch {
    return failure(null, new JsonRpcFailure({ code: -32700, message: 'body is not JSON' }))
  }
  if (!Array.isArray(request)) return await answerOne(chain, request)
  if (request.length === 0) return failure(null, new JsonRpcFailure({ code: -32600, message: 'empty batch' }))
  return await Promise.all(request.map((each) => answerOne(chain, each)))
}

async function answerOne(chain: DevChain, request: unknown): Promise<object> {
  const {
    id = null,
    method,
    params = [],
  } = (request ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
  try {
    if (typeof method !== 'string' || !Array.isArray(params)) {
      throw new JsonRpcFailure({
        code: -32600,
        message: 'a request must have a method, and params must be an array',
      })
    }
    return { jsonrpc: '2.0', id, result: (await handleRequest(chain, method, params)) ?? null }
  } catch (error) {
    return failure(id, error)
  }
}

function failure(id: unknown, error: unknown): object {
  const { code = -32603, message, data } = error as Partial<JsonRpcFailure> & { message: string }
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > mostBytes) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
