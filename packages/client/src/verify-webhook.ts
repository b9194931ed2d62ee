import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookEvent } from '@touchstone/contract'

type Headers = {
  readonly [name: string]: string | readonly string[] | undefined
}

/** A received webhook, and the secret to verify it. */
export type WebhookToVerify = {
  /** The raw request body, before any parsing. */
  readonly body: string | Uint8Array
  /** The request's headers: those of Node.js, with names in lower case, or a `Headers` object. */
  readonly headers: Headers | { get(name: string): string | null }
  /** The secret of the webhook endpoint, including its `whsec_` prefix. */
  readonly secret: string
  /** Current time in Unix milliseconds. Defaults to the system clock. */
  readonly now?: number
  /**
   * Maximum difference in seconds between the time of the signature and the current time, in either
   * direction. Default 300.
   */
  readonly toleranceSeconds?: number
}

const defaultToleranceSeconds = 300
const mostSignatures = 10

/**
 * Returns the event, or undefined unless the service recently sent a webhook with this body. The verification
 * takes the same time regardless of the reason for a failure. Later versions of the service can send types of
 * events that this version does not know: ignore them.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { verifyWebhook } from '@touchstone/client'
 *
 * const receiver = (secret: string) =>
 *   createServer(async (request, response) => {
 *     const chunks: Uint8Array[] = []
 *     for await (const chunk of request) chunks.push(chunk)
 *     const event = verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers, secret })
 *     if (event?.type === 'kyc.shared') console.log(event.data.account, event.data.status)
 *     response.writeHead(event ? 204 : 400).end()
 *   })
 * ```
 */
export function verifyWebhook(webhook: WebhookToVerify): WebhookEvent | undefined {
  const { headers, body, secret } = webhook
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  const key = keyOf(secret)
  if (!id || !signatures || key.length === 0 || !/^[0-9]{1,12}$/.test(time ?? '')) return undefined
  const now = Math.floor((webhook.now ?? Date.now()) / 1000)
  const isFresh = Math.abs(now - Number(time)) <= (webhook.toleranceSeconds ?? defaultToleranceSeconds)
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  // During a secret rotation, the header contains two signatures. All signatures are always compared, so that
  // the verification takes constant time.
  const matches = readSignatures(signatures).filter((signature) => timingSafeEqual(signature, expected))
  return isFresh && matches.length > 0 ? readEvent(body) : undefined
}

/** Returns the signing key: the part of the secret after its prefix, decoded from base64. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

function headerOf(headers: WebhookToVerify['headers'], name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const value = (headers as Headers)[name]
  return typeof value === 'string' ? value : undefined
}

/** Parses `v1,<base64> v1,<base64>`. Other versions are ignored. */
function readSignatures(header: string): Buffer[] {
  return header.split(' ', mostSignatures).flatMap((part) => {
    const base64 = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1]
    return base64 === undefined ? [] : [Buffer.from(base64, 'base64')]
  })
}

function readEvent(body: string | Uint8Array): WebhookEvent | undefined {
  try {
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as WebhookEvent
  } catch {
    return undefined
  }
}
