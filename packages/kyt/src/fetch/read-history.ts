import { type Network, networks } from '../addresses/networks.ts'
import type { CoveredRange } from '../ledger/covered-range.ts'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import { type AccountKey, accountId, type SourceTransaction } from '../ledger/ledger-store.ts'
import type { HistorySource, HistoryTransfer } from '../sources/histories/history-source.ts'
import type { FetchContext } from '../sources/histories/history-sources.ts'
import { SourceError } from '../sources/histories/source-error.ts'
import { createHistoryConverter } from './convert-history.ts'
import { fetchLimitsOf } from './fetch-plan.ts'
import { findOrphans, rereadFrom } from './find-orphans.ts'
import type { OpenBudget } from './open-budget.ts'

/** An address whose history is to be read, in its stored form and as text. */
export type HistoryTarget = { readonly network: Network; readonly key: AccountKey; readonly address: string }

/** The newest block of a source, and the last block whose transfers are final enough to be stored. */
export type ReadEnd = { readonly block: number; readonly time: number }

/**
 * Number of newest blocks that are not read, and the usual interval between blocks in seconds. This is the
 * number of blocks that a follower waits for, so that a stored transfer rarely has to be retracted.
 */
const confirmations: Readonly<Record<string, { readonly blocks: number; readonly seconds: number }>> = {
  bitcoin: { blocks: 6, seconds: 600 },
  evm: { blocks: 12, seconds: 12 },
}
const usualConfirmations = { blocks: 20, seconds: 3 }

export function endOf(network: Network, head: { readonly block: number; readonly time: number }): ReadEnd {
  const { blocks, seconds } = confirmations[networks[network].family] ?? usualConfirmations
  return { block: head.block - blocks, time: head.time - blocks * seconds }
}

/** Whether a source whose last final block has this time has stopped reading its chain. Times are Unix seconds. */
export function isBehind(endTime: number, now: number): boolean {
  return endTime < now - 86_400
}

/** The age at which the newest block of a source is too old. Bitcoin's blocks take up to two hours in rare cases. */
const lateSeconds = 3 * 3600

/** Whether the newest block of a source is so old that other sources are preferred. Times are Unix seconds. */
export function isHeadOld(headTime: number, now: number): boolean {
  return headTime < now - lateSeconds
}

/**
 * Thrown if the ledger retracted blocks while a history was being read. The history can be read again at
 * once.
 */
export class RetractedMeanwhile extends Error {
  override readonly name = 'RetractedMeanwhile'
}

/**
 * Reads an address's history from a source, starting after the last block that was read, and stores each
 * page. The newest stored blocks are read again, and removed if the chain was reorganized. If reading stops, the stored pages remain, and the next call continues after the last complete block.
 * An address with more than `most` transactions or transfers is only recorded as busy, and so is one that
 * takes more requests than a query may send at a source that cannot continue. Returns what is recorded.
 */
export async function readHistory(
  context: FetchContext,
  source: HistorySource,
  target: HistoryTarget,
  of: { readonly end: ReadEnd; readonly most: number; readonly budget: OpenBudget },
): Promise<FetchedHistory> {
  const { ledger, clock } = context
  const { key, address } = target
  const { end, most, budget } = of
  const retractions = await ledger.retractions()
  const before = (await ledger.fetched([key])).found.get(accountId(key))?.[0]
  const whole = before?.state === 'whole' ? before : undefined
  const after = (before?.through ?? -1) + 1
  const from = whole === undefined ? after : rereadFrom(target.network, whole.through)
  let size = before?.size
  const record = (state: FetchedHistory['state'], through: ReadEnd, readAt?: number): FetchedHistory => ({
    state,
    through: through.block,
    throughTime: Math.max(0, through.time),
    readAt: readAt ?? Math.floor(clock.now() / 1000),
    source: source.kind,
    lacks: [...new Set([...(before?.lacks ?? []), ...source.lacks()])].sort(),
    size,
  })
  const commit = async (
    transactions: readonly SourceTransaction[],
    history?: FetchedHistory,
    covered: readonly CoveredRange[] = [],
  ) => {
    const part = { key, transactions, covered, retractions, ...(history === undefined ? {} : { history }) }
    if ((await ledger.commitHistory(part)) === undefined)
      throw new RetractedMeanwhile('blocks were retracted while a history was being read')
  }
  let reached: ReadEnd = { block: after - 1, time: before?.throughTime ?? 0 }
  if (whole === undefined) size = (await source.size(address, budget.asking)) ?? size
  const allowed = Math.max(fetchLimitsOf(context).budget.requests, budget.requests)
  if (whole === undefined && size !== undefined && (size > most || requestsFor(size, source) > allowed)) {
    const busy = record('busy', reached)
    await commit([], busy)
    return busy
  }
  const convert = createHistoryConverter()
  let own = 0
  let firstTime = end.time
  const again: SourceTransaction[] = []
  const pages = after > end.block ? [] : source.read({ address, from, to: end.block }, budget.asking)
  for await (const { transfers, rows, through } of pages) {
    budget.takeRows(rows)
    const final = transfers.filter(({ block }) => block <= end.block)
    for (const { time } of final) firstTime = Math.min(firstTime, time)
    own += final.filter((transfer) => !transfer.fee && isOf(transfer, address)).length
    const transactions = convert(final)
    if (whole !== undefined) again.push(...transactions.filter(({ block }) => block <= whole.through))
    const pieces = inPieces(transactions, ledger.pieceTransfers)
    for (const piece of pieces.slice(0, -1)) await commit(piece)
    if (through !== undefined) {
      const time = Math.min(end.time, Math.max(reached.time, ...final.map((one) => one.time)))
      reached = { block: Math.max(reached.block, Math.min(through, end.block)), time }
    }
    const isBusy = own > most
    if (isBusy) size = Math.max(size ?? 0, own)
    // A history that was whole before remains whole up to the block reached, with the time of the last
    // complete read.
    const soFar = () =>
      whole === undefined ? record('part', reached) : record('whole', reached, whole.readAt)
    const history = isBusy ? record('busy', reached) : soFar()
    await commit(pieces.at(-1) ?? [], history)
    if (isBusy) return history
  }
  if (whole !== undefined && after <= end.block) await removeOrphans(whole)
  const read = record('whole', { block: Math.max(end.block, reached.block), time: end.time })
  const range = { network: key.network, first: 0, last: Math.max(0, end.block), source: source.kind }
  const times = { firstTime: Math.max(0, firstTime), lastTime: Math.max(0, firstTime, end.time) }
  await commit([], read, [{ ...range, ...times, extent: 'transfers', readAt: read.readAt }])
  return read

  /** Removes blocks that a reorganization has replaced since they were read, unless the source contradicts itself. */
  async function removeOrphans(stored: FetchedHistory): Promise<void> {
    const compared = { key, before: stored, from, most }
    const first = await findOrphans(ledger, source, { ...compared, seen: again })
    if (first === undefined) return
    const seen: SourceTransaction[] = []
    const range = { address, from: first, to: stored.through }
    for await (const { transfers, rows } of source.read(range, budget.asking)) {
      budget.takeRows(rows)
      seen.push(...createHistoryConverter()(transfers))
    }
    const confirmed = await findOrphans(ledger, source, { ...compared, from: first, seen })
    if (confirmed !== first)
      throw new SourceError('changed', `${source.kind}: two responses show different blocks`)
    await ledger.retract({ network: key.network, fromBlock: first })
    throw new RetractedMeanwhile('the chain was reorganized after the history was read')
  }
}

/** Returns how many requests at least a source needs at once. */
const requestsFor = (size: number, { newestPerRequest }: HistorySource) =>
  newestPerRequest === undefined ? 0 : Math.ceil(size / newestPerRequest)

const isOf = ({ from, to }: HistoryTransfer, address: string) => from === address || to === address

/** Splits transactions into pieces that the ledger commits without delaying concurrent reads for long. */
function inPieces(
  transactions: readonly SourceTransaction[],
  mostTransfers: number,
): readonly SourceTransaction[][] {
  const pieces: SourceTransaction[][] = []
  let left = 0
  for (const transaction of transactions) {
    const last = pieces.at(-1)
    if (last === undefined || left < transaction.transfers.length) {
      pieces.push([transaction])
      left = mostTransfers - transaction.transfers.length
    } else {
      last.push(transaction)
      left -= transaction.transfers.length
    }
  }
  return pieces
}
