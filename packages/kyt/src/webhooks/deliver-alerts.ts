import { createHmac } from 'node:crypto'
import { webhookHeaders } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { type AlertRow, claimDueAlerts, releaseAlert, updateDelivered, updateFailed } from './alert-store.ts'
import { oldSecretColumn, secretColumn } from './sealed-columns.ts'
import type { WatchContext } from './watch-context.ts'
import { selectWebhooks, type WebhookRow } from './webhook-store.ts'

/**
 * Makes one delivery attempt. `problem` is a short message for the operator that contains nothing from the
 * response.
 */
export type SendWebhook = (request: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}) => Promise<{ readonly accepted: true } | { readonly accepted: false; readonly problem: string }>

export type DeliveryOutcome = {
  readonly id: string
  readonly merchant: string
  /** The receiver's host. The path is omitted because it may contain a secret. */
  readonly host: string
  readonly tries: number
} & ({ readonly result: 'delivered' } | { readonly result: 'failed' | 'dead'; readonly problem: string })

const minute = 60
const hour = 60 * minute

/** Delays between attempts, in seconds. The twelve attempts take just under a day. */
export const retryWaits: readonly number[] = [
  10,
  30,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  10 * hour,
]

/**
 * The time for which a claim is valid. It is longer than any attempt, so an expired claim belongs to a
 * process that has ended.
 */
const claimMs = 30_000
const atOnce = 32
const perMerchant = 8

/**
 * Runs one round: sends due alerts and stores the results. An alert is complete only after the result is
 * stored, so the alert is sent again if the process ends before that. Returns the number of attempts.
 */
export async function deliverAlerts(
  context: WatchContext,
  options: {
    readonly send: SendWebhook
    readonly signal?: AbortSignal
    readonly onOutcome?: (outcome: DeliveryOutcome) => void
    readonly waits?: readonly number[]
  },
): Promise<number> {
  const db = journalOf(context)
  const signal = options.signal ?? new AbortController().signal
  const now = context.clock.now()
  const claim = { now: new Date(now), until: new Date(now + claimMs), limit: atOnce, perMerchant }
  const alerts = await claimDueAlerts(db, claim)
  const webhooks = new Map(
    (await selectWebhooks(db, [...new Set(alerts.map(({ merchant }) => merchant))])).map((row) => [
      row.merchant,
      row,
    ]),
  )
  const deliver = async (alert: AlertRow): Promise<void> => {
    const webhook = webhooks.get(alert.merchant)
    const url = alert.url ?? webhook?.url ?? undefined
    const about = { id: alert.id, merchant: alert.merchant, host: hostIn(url), tries: alert.tries + 1 }
    const answer =
      webhook === undefined || url === undefined
        ? { accepted: false as const, problem: 'no url' }
        : await options.send({ url, ...signed(context, alert, webhook), signal })
    const at = context.clock.now()
    if (answer.accepted) {
      await updateDelivered(db, alert, new Date(at))
      options.onOutcome?.({ ...about, result: 'delivered' })
    } else if (signal.aborted) {
      await releaseAlert(db, alert)
    } else {
      const { problem } = answer
      const wait = (options.waits ?? retryWaits)[alert.tries]
      const next = wait === undefined ? { dead: new Date(at) } : { due: new Date(at + wait * 1000) }
      await updateFailed(db, alert, { problem, next })
      options.onOutcome?.({ ...about, result: wait === undefined ? 'dead' : 'failed', problem })
    }
  }
  const done = await Promise.allSettled(alerts.map(deliver))
  const broken = done.find((one) => one.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return alerts.length
}

/** Signs the request for each attempt, because receivers reject old signatures. */
function signed(context: WatchContext, alert: AlertRow, webhook: WebhookRow) {
  const now = context.clock.now()
  const isOldGood =
    webhook.oldSealed !== null && webhook.oldUntil !== null && webhook.oldUntil.getTime() > now
  const { vault } = context
  const { merchant, oldSealed } = webhook
  const secrets = [vault.open(webhook.sealed, secretColumn.at(merchant))]
  if (isOldGood && oldSealed !== null) secrets.push(vault.open(oldSealed, oldSecretColumn.at(merchant)))
  const signature = signWebhook({ body: alert.body, secrets, time: Math.floor(now / 1000) })
  const headers = {
    'content-type': 'application/json',
    [webhookHeaders.signature]: signature,
    [webhookHeaders.alertId]: alert.id,
  }
  return { headers, body: alert.body }
}

function hostIn(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : ''
}

/**
 * Returns the signature header. The header contains the time, and one signature for each secret that is valid
 * at that time.
 */
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
