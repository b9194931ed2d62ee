import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { checkWebhookUrl, hostOf, isAllowedAddress, type SendWebhook } from '@touchstone/kyt'
import { version } from '../version.ts'

type Resolved = { readonly address: string; readonly family: number }

export type SendOptions = {
  /** Whether a receiver may be on this machine. */
  readonly loopback: boolean
  readonly timeoutMs?: number
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>
  /** Certificates to believe besides those that Node brings. */
  readonly ca?: string
}

const defaultTimeoutMs = 10_000

/**
 * Sends webhooks to the outside, and there alone: a name is looked up once, every address that it has must be allowed, and
 * the connection is made to those very addresses. Redirects are not followed, and of the answer only the status is read.
 */
export function createWebhookSender(options: SendOptions): SendWebhook {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  return async ({ url, headers, body, signal }) => {
    const checked = checkWebhookUrl(url, options)
    if ('wrong' in checked) return { accepted: false, problem: 'url not allowed' }
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      const target = new URL(checked.url)
      const addresses = await ended(resolveAll(hostOf(target), options), ends)
      if (!addresses.every(({ address }) => isAllowedAddress(address, options))) {
        return { accepted: false, problem: 'address not allowed' }
      }
      const status = await post({ target, addresses, headers, body, signal: ends, ca: options.ca })
      return status >= 200 && status < 300
        ? { accepted: true }
        : { accepted: false, problem: `answered ${status}` }
    } catch (error) {
      return { accepted: false, problem: ends.aborted ? 'no answer in time' : describe(error) }
    }
  }
}

async function resolveAll(host: string, options: SendOptions): Promise<readonly Resolved[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const found = await (options.resolve ?? ((name) => lookup(name, { all: true })))(host)
  if (found.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' })
  return found
}

function post(options: {
  readonly target: URL
  readonly addresses: readonly Resolved[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  readonly ca: string | undefined
}): Promise<number> {
  const { target, addresses, headers, body, signal, ca } = options
  // Node asks here instead of the resolver: between the check and the connection nothing can change.
  const pinned: LookupFunction = (_host, asked, answer) => {
    const [first] = addresses
    if (asked.all) answer(null, [...addresses])
    else answer(null, first?.address ?? '', first?.family)
  }
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method: 'POST',
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
        'user-agent': `Touchstone/${version}`,
        connection: 'close',
      },
      // Of its own: a connection that another call left open was checked for that call.
      agent: false,
      lookup: pinned,
      signal,
      ...(ca === undefined ? {} : { ca }),
    })
    request.on('error', reject)
    request.once('response', (response) => {
      // What it says is of no interest, and could be without end.
      response.on('error', () => {})
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.end(body)
  })
}

/** A look-up can't be broken off; at least nobody waits for it. */
function ended<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}

/** The kind of failure: a message could quote the receiver. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'no connection'
}
