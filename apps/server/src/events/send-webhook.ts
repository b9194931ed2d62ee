import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { checkWebhookUrl, hostOf, isAllowedAddress } from '@touchstone/common'
import type { SendWebhook } from '@touchstone/kyc'
import { version } from '../version.ts'

type Resolved = { readonly address: string; readonly family: number }

export type SendOptions = {
  /** Whether loopback addresses are allowed. */
  readonly loopback: boolean
  readonly timeoutMs?: number
  /** Resolves a host name to all of its addresses. */
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>
  /** Additional trusted CA certificates. */
  readonly ca?: string
}

const defaultTimeoutMs = 10_000

/**
 * Creates a sender that reaches only external receivers. It resolves a name once, requires every resolved
 * address to be allowed, and connects to those addresses. It does not follow redirects and reads only the
 * status of the response.
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
  if (found.length === 0)
    throw Object.assign(new Error('the host name does not resolve to an address'), { code: 'ENOTFOUND' })
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
  // Node uses this function instead of the resolver, so that the address cannot change between the check and
  // the connection.
  const pinned: LookupFunction = (_host, options, answer) => {
    const [first] = addresses
    if (options.all) answer(null, [...addresses])
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
      // Uses a new connection, because the address of a pooled connection was checked for a different call.
      agent: false,
      lookup: pinned,
      signal,
      ...(ca === undefined ? {} : { ca }),
    })
    request.on('error', reject)
    request.once('response', (response) => {
      // The response body is discarded, because it is not needed and could be endless.
      response.on('error', () => {})
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.end(body)
  })
}

/** A lookup cannot be cancelled, so this only stops waiting for it. */
function ended<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}

/**
 * Returns only the kind of failure, because the error message could contain the receiver's address.
 */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'no connection'
}
