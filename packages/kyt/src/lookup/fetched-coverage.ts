import type { CoverageReason, NotFetched } from '@touchstone/contract'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import { isRead, lackedBy, passedFreshSeconds } from './history-needs.ts'
import type { DescribedCoverage } from './network-coverage.ts'

/** What a score lacks. */
export type Unread = {
  /** The number of addresses on the path of the funds whose histories are incomplete. */
  readonly addresses: number
  readonly because: NotFetched | undefined
  /** The kinds of transfers that the sources of the read histories do not report. */
  readonly lacks: readonly string[]
}

/**
 * Describes the coverage of an answer about an address whose history was fetched. `from` is the time of the
 * address's first transfer.
 */
export function describeFetched(
  history: FetchedHistory,
  of: {
    readonly unread: Unread
    readonly from: number | undefined
    readonly now: number
    readonly isSeen: boolean
  },
): DescribedCoverage {
  const { unread, from, now, isSeen } = of
  const lacking = lackingOf(history, unread, now)
  const isEmpty = !isSeen && history.state !== 'whole'
  return {
    state: lacking.length === 0 ? 'complete' : isEmpty ? 'none' : 'partial',
    from: isEmpty ? null : (from ?? history.throughTime),
    to: isEmpty ? null : history.throughTime,
    as_of: history.readAt,
    sources: [history.source],
    reasons: lacking.length === 0 ? [{ code: 'history_whole', block: history.through }] : lacking,
  }
}

function lackingOf(history: FetchedHistory, unread: Unread, now: number): CoverageReason[] {
  const { state, size } = history
  const lacks = [...new Set([...lackedBy(history), ...unread.lacks])].sort()
  const isOld = state === 'whole' && !isRead(history, now, passedFreshSeconds)
  const reasons: CoverageReason[] = []
  if (state === 'busy') reasons.push({ code: 'history_busy', transfers: size ?? null })
  if (state === 'part') reasons.push({ code: 'history_part' })
  if (isOld) reasons.push({ code: 'history_old' })
  return [...reasons, ...describeUnread({ ...unread, lacks })]
}

/** Describes the transfers and the histories that a score lacks, in at most one reason each. */
export function describeUnread({ addresses, because, lacks }: Unread): CoverageReason[] {
  const reasons: CoverageReason[] = []
  if (lacks.length > 0) reasons.push({ code: 'not_reported', kinds: [...lacks] })
  if (addresses > 0) reasons.push({ code: 'unread', addresses, because: because ?? null })
  return reasons
}
