import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FrameView } from '@touchstone/contract'

export const siteFolder = fileURLToPath(new URL('../../../apps/frame/dist/site', import.meta.url))

/** The real page's content security policy. */
export const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; font-src 'self'; " +
  "img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'"

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

export type Call = { method: string; path: string; bearer: string; body: string }

/** The calls that show the same screen for every session. */
const screens: Record<string, string> = {
  '/hand-off/claim': 'phone-agree',
  '/hand-off/answer': 'phone-confirm',
}

export type FixtureServer = {
  url: string
  calls: Call[]
  /** While true, all connections to the API are cut. */
  cut: boolean
  /** Returns the response to a call, or `undefined` for the fixture's own response. */
  answer: (call: Call) => { status: number; content: unknown } | undefined
  stop(): Promise<void>
}

/**
 * Serves the built page and an API. The access token selects the API's response: `authorize` opens a session
 * that answers every call with the view of that name, and `refuse:token.expired` fails with that code.
 */
export async function startFixtureServer(views: Record<string, FrameView>): Promise<FixtureServer> {
  const server = createServer((request, response) => void answer(request, response))
  const fixture: FixtureServer = {
    url: '',
    calls: [],
    cut: false,
    answer: () => undefined,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://fixture')
    if (pathname.startsWith('/frame/api/')) return api(request, response, pathname.slice('/frame/api'.length))
    const isPage = ['/', '/objection', '/phone', '/provider-return'].includes(pathname)
    const file = join(siteFolder, isPage ? 'index.html' : pathname.replace(/^\/frame\//, ''))
    if ((!isPage && !pathname.startsWith('/frame/assets/')) || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    response.setHeader('content-security-policy', policy)
    response.setHeader('cache-control', isPage ? 'no-store' : 'max-age=31536000, immutable')
    response.end(readFileSync(file))
  }

  async function api(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (fixture.cut) {
      request.socket.destroy()
      return
    }
    let body = ''
    for await (const part of request) body += String(part)
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '')
    const call = { method: request.method ?? '', path, bearer, body }
    fixture.calls.push(call)
    const said = fixture.answer(call) ?? own(call)
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.content))
  }

  function own({ path, bearer, body }: Call): { status: number; content: unknown } {
    const requested =
      path === '/session' ? String((JSON.parse(body) as { accessToken: unknown }).accessToken) : bearer
    const name = screens[path] ?? requested
    const [, code] = /^refuse:(.+)$/.exec(name) ?? []
    if (code !== undefined) return refusal(401, code)
    const view = views[name]
    if (view === undefined) return refusal(401, 'session.unknown')
    if (['/accounts', '/authorize'].includes(path) && view.step.name === 'authorize') {
      const { accounts, account } = JSON.parse(body) as { accounts?: string[]; account?: string }
      const value = accounts?.[0] ?? account ?? ''
      const named = {
        ...view,
        version: `${view.version} ${value}`,
        step: { ...view.step, account: { value } },
      }
      return { status: 200, content: { view: named } }
    }
    const extra = path === '/hand-off' ? { url: `${fixture.url}/phone#0123456789abcdef0123456789abcdef` } : {}
    return { status: 200, content: { view, session: name, ...extra } }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fixture
}

export function refusal(status: number, code: string): { status: number; content: unknown } {
  return { status, content: { error: { code, message: 'No.', remedy: 'Try again.', retryable: false } } }
}
