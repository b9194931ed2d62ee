import { createServer, type ServerResponse } from 'node:http'

export type ExplorerRequest = {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed body of a POST request. */
  readonly body: unknown
}
export type ExplorerAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is text. */
  readonly body: unknown
}

/** An API that a test server offers. */
export type ExplorerApi = {
  answer(request: ExplorerRequest): ExplorerAnswer | Promise<ExplorerAnswer>
  /** The response for an exceeded rate limit, as this API reports it. */
  readonly tooFast: ExplorerAnswer
}

/**
 * A fault of the next response. `limited`: HTTP 429. `paused`: HTTP 429 with `Retry-After`. `too-fast`: the
 * API's own report of an exceeded rate limit. `broken`: the connection ends within the body. `cut`: the JSON
 * text ends early. `oversized`: the body never ends.
 */
export const faults = [
  'limited',
  'paused',
  'too-fast',
  'unavailable',
  'html',
  'broken',
  'cut',
  'reset',
  'oversized',
  'redirect',
] as const
export type Fault = (typeof faults)[number]

/** Faults after which the same request succeeds. */
export const passingFaults: readonly Fault[] = faults.filter(
  (fault) => fault !== 'oversized' && fault !== 'redirect',
)

export type Explorer = {
  readonly url: string
  /** The path and query of each request, in order. */
  readonly requests: string[]
  /** Faults of the next responses, first to last. `undefined` is a response without a fault. */
  readonly faults: (Fault | undefined)[]
  stop(): Promise<void>
}

/** Starts a server that offers an explorer's API on a port of this machine. */
export async function startExplorer(
  api: ExplorerApi,
  options: { readonly redirectTo?: string } = {},
): Promise<Explorer> {
  const requests: string[] = []
  const queue: (Fault | undefined)[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url ?? '/', 'http://explorer')
    requests.push(`${url.pathname}${url.search}`)
    const asked = {
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
    const fault = queue.shift()
    if (fault === undefined) send(response, await api.answer(asked))
    else await fail(response, fault, api, asked, options.redirectTo ?? '/elsewhere')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults: queue,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function textOf({ body }: ExplorerAnswer): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function send(response: ServerResponse, answer: ExplorerAnswer): void {
  const headers = { 'content-type': 'application/json', ...answer.headers }
  response.writeHead(answer.status ?? 200, headers).end(textOf(answer))
}

async function fail(
  response: ServerResponse,
  fault: Fault,
  api: ExplorerApi,
  asked: ExplorerRequest,
  redirectTo: string,
): Promise<void> {
  switch (fault) {
    case 'limited':
      send(response, { status: 429, body: { message: 'Too many requests' } })
      return
    case 'paused':
      send(response, { status: 429, headers: { 'retry-after': '2' }, body: '' })
      return
    case 'too-fast':
      send(response, api.tooFast)
      return
    case 'unavailable':
      send(response, { status: 503, body: '<html>Service unavailable</html>' })
      return
    case 'html':
      send(response, { body: '<html>Checking your browser</html>' })
      return
    case 'broken': {
      const text = textOf(await api.answer(asked))
      response.writeHead(200, { 'content-length': String(Buffer.byteLength(text) + 10) })
      response.write(text.slice(0, text.length / 2), () => response.destroy())
      return
    }
    case 'cut': {
      const text = textOf(await api.answer(asked))
      send(response, { body: text.slice(0, Math.max(1, text.length / 2)) })
      return
    }
    case 'reset':
      response.destroy()
      return
    case 'redirect':
      send(response, { status: 302, headers: { location: redirectTo }, body: '' })
      return
    case 'oversized': {
      const block = ' '.repeat(65_536)
      const more = () => {
        while (!response.destroyed && response.write(block)) {}
        if (!response.destroyed) response.once('drain', more)
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      more()
    }
  }
}
