import { createHmac, timingSafeEqual } from 'node:crypto'

export type WebhookToVerify = {
  /** The body as it came in, before anything parsed it. */
  readonly body: string | Uint8Array
  /** Value of the header `Touchstone-Signature`. */
  readonly header: string | null | undefined
  /** The webhook secret that the operator gave you, with its `whsec_`. */
  readonly secret: string
  /** Unix milliseconds; the clock of this machine when it is left out. */
  readonly now?: number
  /** How far the time of the signature may be from now, in either direction; 300 when it is left out. */
  readonly toleranceSeconds?: number
}

const defaultToleranceSeconds = 300
const mostSignatures = 10

/** Whether a webhook was sent by the service, with this body, and not long ago. Takes the same time whatever is wrong. */
export function verifyWebhook(webhook: WebhookToVerify): boolean {
  const signed = readHeader(webhook.header ?? '')
  if (signed === undefined) return false
  const now = Math.floor((webhook.now ?? Date.now()) / 1000)
  const isFresh = Math.abs(now - signed.time) <= (webhook.toleranceSeconds ?? defaultToleranceSeconds)
  const expected = createHmac('sha256', webhook.secret)
    .update(`${signed.text}.`)
    .update(webhook.body)
    .digest()
  // While a secret is being rotated there are two signatures, and one of them is ours. Every one is looked at.
  const matches = signed.signatures.filter((signature) => timingSafeEqual(signature, expected))
  return isFresh && matches.length > 0
}

type Signed = { readonly text: string; readonly time: number; readonly signatures: readonly Buffer[] }

/** `t=<Unix seconds>,v1=<hex>[,v1=<hex>]`; parts of other names are for later versions. */
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
