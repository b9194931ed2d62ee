import type { DocumentReading } from '@touchstone/documents'
import { percentile } from '../../bench/support/numbers.ts'
import { shown } from '../../bench/support/report.ts'
import type { EvalPage } from './make-pages.ts'

export type Miss = {
  group: string
  index: number
  kind: string
  status: string
  wrongCharacters: number | undefined
}

/** The counts for one group of pages. */
export type Tally = {
  group: string
  pages: number
  exact: number
  accepted: number
  wrongAccepted: number
  milliseconds: number[]
  misses: Miss[]
  reasons: Record<string, number>
  add(page: EvalPage, reading: DocumentReading, milliseconds: number): void
}

export function createTally(group: string): Tally {
  const tally: Tally = {
    group,
    pages: 0,
    exact: 0,
    accepted: 0,
    wrongAccepted: 0,
    milliseconds: [],
    misses: [],
    reasons: {},
    add(page, reading, milliseconds) {
      const wrong = countWrong(page.lines, reading.document?.lines)
      tally.pages += 1
      tally.milliseconds.push(milliseconds)
      if (wrong === 0) tally.exact += 1
      else {
        const { kind } = page
        tally.misses.push({
          group,
          index: tally.pages - 1,
          kind,
          status: reading.status,
          wrongCharacters: wrong,
        })
      }
      if (reading.status === 'accepted') {
        tally.accepted += 1
        if (wrong !== 0) tally.wrongAccepted += 1
      }
      for (const reason of reading.reasons) tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1
    },
  }
  return tally
}

/**
 * Counts the characters that differ between two zones. Returns undefined if no zone of the same shape was
 * read.
 */
export function countWrong(
  truth: readonly string[],
  read: readonly string[] | undefined,
): number | undefined {
  const wanted = truth.join('\n')
  const seen = read?.join('\n')
  if (seen === undefined || seen.length !== wanted.length) return undefined
  return [...wanted].filter((letter, index) => letter !== seen[index]).length
}

export const tallyHead = ['pages', 'read', 'exact', 'accepted', 'wrong accepted', 'CPU p50 ms', 'CPU p95 ms']

export function tallyRow(tally: Tally): string[] {
  const share = (count: number) => `${count} (${shown.percent(count / Math.max(1, tally.pages))})`
  return [
    tally.group,
    String(tally.pages),
    share(tally.exact),
    share(tally.accepted),
    String(tally.wrongAccepted),
    shown.count(percentile(tally.milliseconds, 0.5)),
    shown.count(percentile(tally.milliseconds, 0.95)),
  ]
}
