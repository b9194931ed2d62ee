import { createHmac } from 'node:crypto'
import { webhookHeaders } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { oldWebhookSecretColumn, webhookSecretColumn } from '../sealed-columns.ts'
import {
  claimDueDeliveries,
  type DeliveryRow,
  releaseDelivery,
  updateDelivered,
  updateFailed,
} from './delivery-store.ts'
import { type EndpointRow, selectEndpoints } from './endpoint-store.ts'
import { renderEvent } from './render-event.ts'

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
  /** The event's id. */
  readonly id: string
  readonly type: string
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
const perEndpoint = 8

/**
 * Runs one round: sends due events and stores the results. A delivery is complete only after the result is
 * stored, so the event is sent again if the process ends before that. Returns the number of attempts.
 */
export async function deliverEvents(
  context: KycContext,
  options: {
    readonly send: SendWebhook
    readonly signal?: AbortSignal
    readonly onOutcome?: (outcome: DeliveryOutcome) => void
    readonly waits?: readonly number[]
  },
): Promise<number> {
  const db = tablesOf(context)
  const signal = options.signal ?? new AbortController().signal
  const now = context.clock.now()
  const claim = { now: new Date(now), until: new Date(now + claimMs), limit: atOnce, perEndpoint }
  const deliveries = await claimDueDeliveries(db, claim)
  const endpoints = new Map(
    (await selectEndpoints(db, [...new Set(deliveries.map(({ endpoint }) => endpoint))])).map((row) => [
      row.id,
      row,
    ]),
  )
  const deliver = async (delivery: DeliveryRow): Promise<void> => {
    const endpoint = endpoints.get(delivery.endpoint)
    const { url, id, type, merchant } = delivery
    const about = { id, type, merchant, host: hostIn(url), tries: delivery.tries + 1 }
    const answer =
      endpoint === undefined || url === null
        ? { accepted: false as const, problem: 'no url' }
        : await options.send({ url, ...signed(context, delivery, endpoint), signal })
    const at = context.clock.now()
    if (answer.accepted) {
      await updateDelivered(db, delivery, new Date(at))
      options.onOutcome?.({ ...about, result: 'delivered' })
    } else if (signal.aborted) {
      await releaseDelivery(db, delivery)
    } else {
      const { problem } = answer
      const wait = (options.waits ?? retryWaits)[delivery.tries]
      const next = wait === undefined ? { dead: new Date(at) } : { due: new Date(at + wait * 1000) }
      await updateFailed(db, delivery, { problem, next })
      options.onOutcome?.({ ...about, result: wait === undefined ? 'dead' : 'failed', problem })
    }
  }
  const done = await Promise.allSettled(deliveries.map(deliver))
  const broken = done.find((one) => one.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return deliveries.length
}

/** Signs the request for each attempt, because receivers reject old signatures. */
function signed(context: KycContext, delivery: DeliveryRow, endpoint: EndpointRow) {
  const now = context.clock.now()
  const body = JSON.stringify(renderEvent(context, delivery))
  const { vault } = context
  const { id: endpointId, sealed, oldSealed, oldUntil } = endpoint
  const secrets = [vault.open(sealed, webhookSecretColumn.at(endpointId))]
  if (oldSealed !== null && oldUntil !== null && oldUntil.getTime() > now)
    secrets.push(vault.open(oldSealed, oldWebhookSecretColumn.at(endpointId)))
  const { id } = delivery
  const time = Math.floor(now / 1000)
  const headers = {
    'content-type': 'application/json',
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(time),
    [webhookHeaders.signature]: signWebhook({ id, body, secrets, time }),
  }
  return { headers, body }
}

function hostIn(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).host : ''
}

/**
 * Returns the signature header of the Standard Webhooks specification: one signature for each secret that is
 * valid at that time. The key is the part of the secret after its prefix, decoded from base64.
 */
export function signWebhook(input: {
  readonly id: string
  readonly body: string
  readonly secrets: readonly string[]
  /** Unix seconds. */
  readonly time: number
}): string {
  const { id, time, body, secrets } = input
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  })
  return signatures.join(' ')
}
