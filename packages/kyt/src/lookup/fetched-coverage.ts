import type { Coverage } from '@touchstone/contract'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import { isRead, lackedBy, passedFreshSeconds } from './history-needs.ts'

/** Why histories that a score needs have not been fetched. */
export type NotFetched = 'off' | 'background' | 'time' | 'budget' | 'failed' | 'behind'

/** What a score lacks. */
export type Unread = {
  /** The number of addresses on the path of the funds whose histories are incomplete. */
  readonly addresses: number
  readonly because: NotFetched | undefined
  /** The kinds of transfers that the sources of the read histories do not report. */
  readonly lacks: readonly string[]
}

const reasons: Readonly<Record<NotFetched, string>> = {
  off: 'fetching is turned off',
  background: 'they are fetched in the background',
  time: 'the time limit was reached, and they are fetched in the background',
  budget: "the query's budget was spent",
  failed: 'no source answered',
  behind: 'the source has no blocks of the last day',
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
): Coverage {
  const { unread, from, now, isSeen } = of
  const lacking = lackingOf(history, unread, now)
  const isEmpty = !isSeen && history.state !== 'whole'
  return {
    state: lacking.length === 0 ? 'complete' : isEmpty ? 'none' : 'partial',
    from: isEmpty ? null : (from ?? history.throughTime),
    to: isEmpty ? null : history.throughTime,
    as_of: history.readAt,
    sources: [history.source],
    note:
      lacking.length === 0
        ? `The whole history of this address up to block ${history.through} was read, as were the histories that the score depends on.`
        : lacking.join(' '),
  }
}

function lackingOf(history: FetchedHistory, unread: Unread, now: number): string[] {
  const { state, size } = history
  const lacks = [...new Set([...lackedBy(history), ...unread.lacks])].sort()
  return [
    ...(state === 'busy'
      ? [`The address has ${size} or more transfers, which is too many for its history to be read.`]
      : []),
    ...(state === 'part' ? ['The history of this address has been read only in part.'] : []),
    ...(state === 'whole' && !isRead(history, now, passedFreshSeconds)
      ? ['The source has no blocks of the last day, or the history was last read more than a day ago.']
      : []),
    ...describeUnread({ ...unread, lacks }),
  ]
}

/** Describes the transfers and the histories that a score lacks, in at most one sentence each. */
export function describeUnread({ addresses, because, lacks }: Unread): string[] {
  const unreported = lacks.length === 0 ? [] : [`The source does not report ${lacks.join(' and ')}.`]
  if (addresses === 0) return unreported
  const what = addresses === 1 ? 'history of 1 address was' : `histories of ${addresses} addresses were`
  const why = because === undefined ? '' : `, because ${reasons[because]}`
  return [...unreported, `The ${what} not read${why}.`]
}
