import { networks } from '../addresses/networks.ts'
import { isBehind } from '../fetch/read-history.ts'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import { type AccountKey, accountId } from '../ledger/ledger-store.ts'
import { issuedCoins } from '../sources/histories/history-source.ts'
import type { KytReader } from './kyt-reader.ts'
import { isFollowed } from './network-coverage.ts'

/** How long the history of an address on the path of the funds is used before it is read again. */
export const passedFreshSeconds = 86_400
/** How long the history of the queried address is used before it is read again. */
export const ownFreshSeconds = 3600

/** The transfers between other addresses in a transaction in which a service paid out. */
const otherTransfers = 'the other transfers of transactions in which a service paid out'

/** Records the histories that a calculation needs but that are incomplete. */
export type HistoryNeeds = {
  /**
   * Records the need for these histories. For histories that are too long to be read, returns their numbers
   * of transactions.
   */
  need(keys: readonly AccountKey[]): Promise<ReadonlyMap<string, number>>
  /** Returns the addresses whose histories were needed and are incomplete, in the order in which they were needed. */
  unread(): readonly AccountKey[]
  /**
   * Records that a service paid out in a transaction whose other transfers may be missing, because the history of an
   * address contains only the address's own transfers. The payer in this transaction is unknown.
   */
  missTransfersOfTransactions(): void
  /** Returns the kinds of transfers that the sources of the needed histories do not report. */
  lacks(): readonly string[]
}

/** Returns `undefined` for a network without a source, or if the ledger contains all of its transfers. */
export async function openHistoryNeeds(
  reader: KytReader,
  network: number,
  most: number,
): Promise<HistoryNeeds | undefined> {
  const { histories, clock } = reader.context
  const withSource = (await histories?.networks())?.some((name) => networks[name].id === network)
  const now = Math.floor(clock.now() / 1000)
  if (withSource !== true || isFollowed(await reader.coverage(network), now)) return undefined
  const isWholeTransactions = Object.values(networks).some(
    ({ id, family }) => id === network && family === 'bitcoin',
  )
  const unread = new Map<string, AccountKey>()
  const lacks = new Set<string>()
  return {
    async need(keys) {
      const busy = new Map<string, number>()
      for (const [index, history] of (await reader.fetched(keys)).entries()) {
        const key = keys[index]
        if (key === undefined) continue
        if (isBusy(history, most)) {
          busy.set(key.address, history.size)
          continue
        }
        for (const kind of history === undefined ? [] : lackedBy(history)) lacks.add(kind)
        if (!isRead(history, now, passedFreshSeconds)) unread.set(accountId(key), key)
      }
      return busy
    },
    missTransfersOfTransactions() {
      // Histories of the Bitcoin family contain whole transactions.
      if (!isWholeTransactions) lacks.add(otherTransfers)
    },
    unread: () => [...unread.values()],
    lacks: () => [...lacks].sort(),
  }
}

/** Returns the kinds of transfers that a history lacks and that a score depends on. */
export function lackedBy({ lacks }: FetchedHistory): string[] {
  return lacks.filter((kind) => kind !== issuedCoins)
}

/** Whether the address has more than `most` transactions, so that its history is not read. */
export function isBusy(
  history: FetchedHistory | undefined,
  most: number,
): history is FetchedHistory & { readonly size: number } {
  return history?.state === 'busy' && history.size !== undefined && history.size > most
}

/**
 * Whether a history was read to its end at most `freshSeconds` ago. A history without blocks of the last day does
 * not count, because the source may have stopped reading its chain.
 */
export function isRead(history: FetchedHistory | undefined, now: number, freshSeconds: number): boolean {
  return (
    history?.state === 'whole' && history.readAt >= now - freshSeconds && !isBehind(history.throughTime, now)
  )
}
