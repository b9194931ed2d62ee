import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedAddress } from './allowed-address.ts'
import { checkWebhookUrl, hostOf } from './check-webhook-url.ts'
import { BodyTooLong } from './read-body.ts'

type Resolved = { readonly address: string; readonly family: number }

/** Which addresses may be reached, and how names are resolved. */
export type ExternalRules = {
  /** Whether loopback addresses are allowed. */
  readonly loopback: boolean
  /** A host that the operator has allowed to be in a private network. */
  readonly internalHost?: string | undefined
  /** Resolves a host name to all of its addresses. */
  readonly resolve?: ((host: string) => Promise<readonly Resolved[]>) | undefined
  /** Additional trusted CA certificates. */
  readonly ca?: string | undefined
}

/** The URL, or an address to which its host resolves, must not be reached. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/**
 * Sends a request to a URL that somebody else has chosen. Resolves the name once, requires every resolved address to
 * be allowed, and connects to those addresses. Does not follow redirects. Throws `AddressRefused` for a URL that is
 * not allowed. The caller must read or destroy the response.
 */
export async function requestExternal(
  rules: ExternalRules,
  request: {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | undefined
    readonly signal: AbortSignal
  },
): Promise<IncomingMessage> {
  const { signal } = request
  const target = checkedTarget(rules, request.url)
  const host = hostOf(target)
  const addresses = await ended(resolveAll(host, rules), signal)
  const isInternal = host === rules.internalHost
  if (!isInternal && !addresses.every(({ address }) => isAllowedAddress(address, rules)))
    throw new AddressRefused('address not allowed')
  return await send(target, addresses, request, rules.ca)
}

function checkedTarget({ loopback, internalHost }: ExternalRules, text: string): URL {
  if (internalHost !== undefined && URL.canParse(text)) {
    const url = new URL(text)
    if (
      url.protocol === 'https:' &&
      url.username === '' &&
      url.password === '' &&
      hostOf(url) === internalHost
    )
      return url
  }
  const checked = checkWebhookUrl(text, { loopback })
  if ('wrong' in checked) throw new AddressRefused('url not allowed')
  return new URL(checked.url)
}

async function resolveAll(host: string, { resolve }: ExternalRules): Promise<readonly Resolved[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const found = await (resolve ?? ((name) => lookup(name, { all: true })))(host)
  if (found.length === 0)
    throw Object.assign(new Error('the host name does not resolve to an address'), { code: 'ENOTFOUND' })
  return found
}

function send(
  target: URL,
  addresses: readonly Resolved[],
  { method, headers, body, signal }: Parameters<typeof requestExternal>[1],
  ca: string | undefined,
): Promise<IncomingMessage> {
  // Node uses this function instead of the resolver, so that the address cannot change between the check and
  // the connection.
  const pinned: LookupFunction = (_host, options, answer) => {
    const [first] = addresses
    if (options.all) answer(null, [...addresses])
    else answer(null, first?.address ?? '', first?.family)
  }
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        connection: 'close',
      },
      // Uses a new connection, because the address of a pooled connection was checked for a different call.
      agent: false,
      lookup: pinned,
      signal,
      ...(ca === undefined ? {} : { ca }),
    })
    request.on('error', reject)
    request.once('response', resolve)
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

const bodyless = new Set([204, 205, 304])

/** Creates a function like `fetch` that reaches only external servers. See `requestExternal`. */
export function createExternalFetch(
  rules: ExternalRules,
  limits: { readonly timeoutMs: number; readonly mostBytes: number },
): (
  url: string,
  init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | undefined
    readonly signal?: AbortSignal | undefined
  },
) => Promise<Response> {
  return async (url, { method, headers, body, signal }) => {
    const timeout = AbortSignal.timeout(limits.timeoutMs)
    const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    const response = await requestExternal(rules, { url, method, headers, body, signal: ends })
    const chunks: Uint8Array[] = []
    let length = 0
    // Leaving the loop early destroys the response and closes the connection.
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      length += chunk.byteLength
      if (length > limits.mostBytes)
        throw new BodyTooLong(`the response is longer than ${limits.mostBytes} bytes`)
      chunks.push(chunk)
    }
    const status = response.statusCode ?? 0
    const answered = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    )
    return new Response(bodyless.has(status) ? null : Buffer.concat(chunks), { status, headers: answered })
  }
}
