import type { Clock } from '@touchstone/common'
import type { PeoplePage, ReportFile, TransferPage } from '@touchstone/contract'
import { expect } from 'vitest'
import { startTestServer, type TestServer } from './server.ts'
import { startSmtp, type TestSmtp } from './smtp.ts'
import { runCli } from './spawn.ts'

export type DashboardAnswer = {
  http: number
  body: Record<string, unknown>
  text: string
  headers: Headers
}
type Body = Record<string, unknown>

export type DashboardBrowser = {
  network: string
  get(path: string): Promise<DashboardAnswer>
  post(path: string, body?: Body, headers?: Body): Promise<DashboardAnswer>
  signIn(email: string): Promise<DashboardAnswer>
}

export type TestDashboard = {
  server: TestServer
  smtp: TestSmtp
  /** The demo merchant. */
  own: string
  /** A second merchant, without members. */
  foreign: string
  createBrowser(): DashboardBrowser
  /** Returns a new member with this role, who is signed in. */
  member(role: string, mchNo?: string): Promise<{ email: string; browser: DashboardBrowser }>
  /** Returns the id of one of the demo merchant's people. */
  personId(): Promise<string>
  /** Returns the demo merchant's transfer that is longest on hold, and its customer. */
  heldTransfer(): Promise<{ id: number; customerId: string }>
  /** Saves a report on one of the demo's addresses, and returns its id. */
  savedReport(): Promise<string>
  cli(...args: string[]): ReturnType<typeof runCli>
  stop(): Promise<void>
}

/** How far the clock of all dashboards in this test process is ahead of real time. */
let laterMs = 0
const clock = { now: () => Date.now() + laterMs }

/**
 * Starts the service with its demo merchant, a second merchant, and a mail server that receives the codes.
 */
export async function startDashboard(
  options: {
    /** `server` if the test also opens the store: only one process can open a store in a data folder. */
    engine?: 'server'
    env?: Record<string, string>
    callsPerSecond?: number
    ledger?: boolean
    clock?: Clock
  } = {},
): Promise<TestDashboard> {
  const smtp = await startSmtp()
  const { env: given, ledger = false, ...rest } = options
  const server = await startTestServer({
    clock,
    ...rest,
    env: {
      SMTP_URL: smtp.url,
      TOUCHSTONE_TRUST_PROXY: '127.0.0.1',
      ...(!ledger && { LEDGER_URL: 'off' }),
      ...given,
    },
  })
  const cli = (...args: string[]) => runCli(args, { TOUCHSTONE_DATA: server.dataFolder, ...server.stores })
  const made = await cli('merchant', 'create', 'Another', '--json')
  const { mchNo: foreign } = JSON.parse(made.stdout) as { mchNo: string }
  const own = server.demo.mchNo
  let [browsers, people] = [0, 0]
  const createBrowser = () => openBrowser(server.url, smtp, `10.8.0.${++browsers}`)
  const dashboard: TestDashboard = {
    ...{ server, smtp, own, foreign, createBrowser, cli },
    async personId() {
      const { browser } = await dashboard.member('owner')
      const { people } = (await browser.post(`/merchants/${own}/people/search`)).body as PeoplePage
      return people[0]?.svcId ?? ''
    },
    async heldTransfer() {
      const { browser } = await dashboard.member('owner')
      const body = { decision: 'hold', order: 'oldest' }
      const { transfers } = (await browser.post(`/merchants/${own}/transfers/list`, body))
        .body as TransferPage
      const [first] = transfers
      if (!first) throw new Error('the demo has no transfer on hold')
      return { id: first.id, customerId: first.customerId }
    },
    async savedReport() {
      const { browser } = await dashboard.member('owner')
      const thief = server.demo.addresses.find(({ what }) => /thief/i.test(what))
      const query = { coin: thief?.coin, address: thief?.address }
      return ((await browser.post(`/merchants/${own}/reports`, query)).body as ReportFile).report.id
    },
    async member(role, mchNo = own) {
      const email = `member${++people}@example.com`
      const whose = role === 'operator' ? ['operator', email] : [mchNo, email, '--role', role]
      const added = await cli('member', 'add', ...whose)
      expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(email) })
      const browser = createBrowser()
      await browser.signIn(email)
      return { email, browser }
    },
    async stop() {
      await server.stop()
      await smtp.stop()
    },
  }
  return dashboard
}

export function codeOf({ body }: DashboardAnswer): string | undefined {
  return (body.error as { code: string } | undefined)?.code
}

/** Retries rate-limited calls. A test of all routes exceeds each member's limit per second. */
export async function retryLimited(call: () => Promise<DashboardAnswer>): Promise<DashboardAnswer> {
  const answer = await call()
  if (codeOf(answer) !== 'rate-limit') return answer
  laterMs += 1000
  return await retryLimited(call)
}

/** Creates a browser client that is on a separate network, keeps cookies and sends the token of its page. */
function openBrowser(url: string, smtp: TestSmtp, network: string): DashboardBrowser {
  const cookies = new Map<string, string>()
  let csrf = ''
  const call = async (method: string, path: string, body?: Body, headers: Body = {}) => {
    const answer = await fetch(`${url}/dashboard/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': network,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'x-csrf-token': csrf }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const read = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { http: answer.status, body: read, text, headers: answer.headers }
  }
  const browser: DashboardBrowser = {
    network,
    get: (path) => call('GET', path),
    post: (path, body = {}, headers = {}) => call('POST', path, body, headers),
    async signIn(email) {
      const mails = smtp.mails.filter(({ to }) => to.includes(email)).length
      expect(await browser.post('/sign-in/code', { email })).toMatchObject({ http: 200 })
      const entered = await browser.post('/sign-in', { code: await smtp.code(email, mails + 1) })
      const { body } = await browser.get('/session')
      csrf = String(body.csrfToken)
      for (const { id } of (body.invitations ?? []) as { id: number }[])
        expect(await browser.post('/invitations', { id, accept: true })).toMatchObject({ http: 200 })
      return entered
    },
  }
  return browser
}
