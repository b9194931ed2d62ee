import { eventPrefixes, type WebhookEvent } from '@touchstone/contract'
import type { KycContext } from '../context.ts'
import { accountColumn } from '../sealed-columns.ts'
import type { EventRow } from './event-store.ts'

const prefixes: ReadonlySet<string> = new Set(Object.values(eventPrefixes))

/**
 * Returns the event as merchants receive it. The account is included only if the merchant can read it at this
 * moment, so a later attempt can have fewer fields than an earlier one.
 */
export function renderEvent({ vault }: Pick<KycContext, 'vault'>, row: EventRow): WebhookEvent {
  const created = Math.floor(row.createdAt.getTime() / 1000)
  const head = { id: row.id, type: row.type, created, test: row.test }
  // The type was checked when the event was recorded.
  if (!prefixes.has(row.type.split('.')[0] ?? '')) return { ...head, data: row.data } as WebhookEvent
  const { programNo, status, ...sample } = row.data
  const account = accountOf(vault, row)
  const identity = { ...(account !== undefined && { account }), svcId: row.svcId }
  return { ...head, data: { programNo, ...identity, ...sample, status } } as WebhookEvent
}

function accountOf(
  vault: KycContext['vault'],
  { journeyId, account, accountFingerprint }: EventRow,
): string | undefined {
  if (journeyId === null || account === null || accountFingerprint === null) return undefined
  return vault.open(account, accountColumn.at(journeyId, accountFingerprint))
}
