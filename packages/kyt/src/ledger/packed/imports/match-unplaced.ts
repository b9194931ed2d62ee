import { nativeCoins } from '../../../coins/find-coin.ts'
import type { LedgerTransfer } from '../../ledger-store.ts'
import { isUnplaced, ordinalOf, unplacedPosition } from '../../unplaced.ts'
import type { Counterpart } from '../histories/counterpart-store.ts'
import { placeOf } from '../transactions/merge-transactions.ts'

/** Whether the transfers include one without an exact position. */
export const hasUnplaced = (transfers: readonly LedgerTransfer[]): boolean =>
  transfers.some(({ position }) => isUnplaced(position))

/**
 * Matches a transaction's arriving transfers with its stored ones, some of which have no exact position.
 * Returns the transfers that are new, and the counterparts found. Transfers match if they have the same coin,
 * sender, recipient and amount. A source that reports transfers without positions reports all of them, so
 * only those in excess of the stored matches are new. The result contains the same transfers regardless of
 * the order in which they arrive.
 */
export function matchUnplaced(
  stored: readonly LedgerTransfer[],
  counterparts: readonly Counterpart[],
  arriving: readonly LedgerTransfer[],
): { added: LedgerTransfer[]; found: Counterpart[] } {
  const places = new Set([
    ...stored.map(placeOf),
    ...counterparts.map(({ coin, position }) => `${coin} ${position}`),
  ])
  const taken = new Set(counterparts.map(({ coin, stored: at }) => `${coin} ${at}`))
  const free = new Map<string, LedgerTransfer[]>()
  for (const transfer of [...stored].sort((a, b) => a.position - b.position)) {
    if (!isUnplaced(transfer.position) || taken.has(placeOf(transfer))) continue
    const key = contentOf(transfer)
    free.set(key, [...(free.get(key) ?? []), transfer])
  }
  const added: LedgerTransfer[] = []
  const found: Counterpart[] = []
  for (const transfer of arriving) {
    if (isUnplaced(transfer.position) || places.has(placeOf(transfer))) continue
    places.add(placeOf(transfer))
    const match = canLackPosition(transfer) ? free.get(contentOf(transfer))?.shift() : undefined
    if (match === undefined) added.push(transfer)
    else found.push({ coin: transfer.coin, position: transfer.position, stored: match.position })
  }
  const matches = new Map<string, number>()
  let next = 0
  for (const transfer of [...stored, ...added]) {
    if (isUnplaced(transfer.position)) next = Math.max(next, ordinalOf(transfer.position) + 1)
    if (!canLackPosition(transfer)) continue
    const key = contentOf(transfer)
    matches.set(key, (matches.get(key) ?? 0) + 1)
  }
  for (const transfer of arriving) {
    if (!isUnplaced(transfer.position)) continue
    const key = contentOf(transfer)
    const left = matches.get(key) ?? 0
    if (left > 0) matches.set(key, left - 1)
    else added.push({ ...transfer, position: unplacedPosition(next++) })
  }
  return { added, found }
}

const contentOf = ({ coin, from, to, amount }: LedgerTransfer) => `${coin} ${from} ${to} ${amount}`

/**
 * Whether a source might report this transfer without a position. A fee always has a position, and so does
 * the value of the transaction itself, which is its first transfer of the native coin.
 */
const canLackPosition = ({ coin, position, fee }: LedgerTransfer) =>
  !fee && !(position === 0 && nativeCoins.has(coin))
