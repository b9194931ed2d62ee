import { createHmac } from 'node:crypto'

/** Value of the signature header: the time, and one signature for each secret that is good at that time. */
export function signWebhook(input: {
  readonly body: string
  readonly secrets: readonly string[]
  /** Unix seconds. */
  readonly time: number
}): string {
  const signatures = input.secrets.map((secret) =>
    createHmac('sha256', secret).update(`${input.time}.${input.body}`).digest('hex'),
  )
  return [`t=${input.time}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}
