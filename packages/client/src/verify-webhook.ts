import { createHmac, timingSafeEqual } from 'node:crypto'

/** A received webhook, and the secret to verify it. */
export type WebhookToVerify = {
  /** The raw request body, before any parsing. */
  readonly body: string | Uint8Array
  /** Value of the `Touchstone-Signature` header. */
  readonly header: string | null | undefined
  /** The webhook secret from the operator, including its `whsec_` prefix. */
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
 * Returns whether the service recently sent a webhook with this body. The verification takes the same time
 * regardless of the reason for a failure.
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
 *     const header = request.headers['touchstone-signature']?.toString()
 *     const isGenuine = verifyWebhook({ body: Buffer.concat(chunks), header, secret })
 *     response.writeHead(isGenuine ? 204 : 400).end()
 *   })
 * ```
 */
export function verifyWebhook(webhook: WebhookToVerify): boolean {
  const signed = readHeader(webhook.header ?? '')
  if (signed === undefined) return false
  const now = Math.floor((webhook.now ?? Date.now()) / 1000)
  const isFresh = Math.abs(now - signed.time) <= (webhook.toleranceSeconds ?? defaultToleranceSeconds)
  const expected = createHmac('sha256', webhook.secret)
    .update(`${signed.text}.`)
    .update(webhook.body)
    .digest()
  // During a secret rotation, the header contains two signatures. Both signatures are always compared, so
  // that the verification takes constant time.
  const matches = signed.signatures.filter((signature) => timingSafeEqual(signature, expected))
  return isFresh && matches.length > 0
}

type Signed = { readonly text: string; readonly time: number; readonly signatures: readonly Buffer[] }

/** Parses `t=<Unix seconds>,v1=<hex>[,v1=<hex>]`. Other parts are reserved for later versions. */
function readHeader(header: string): Signed | undefined {
  const parts = header.split(',', mostSignatures + 1).map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const text = times[0]?.slice(2) ?? ''
  if (times.length !== 1 || !/^[0-9]{1,12}$/.test(text)) return undefined
  const signatures = parts.flatMap((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part)?.[1]
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')]
  })
  return { text, time: Number(text), signatures }
}
