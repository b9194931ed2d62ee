import type { SourceErrorKind } from '../sources/histories/source-error.ts'

type Outcome = 'ok' | SourceErrorKind

/** How a source has been used since this process started. */
export type SourceUse = {
  readonly name: string
  /** Number of requests by outcome. */
  readonly requests: ReadonlyMap<Outcome, number>
  /** Number of rows in the responses. */
  readonly rows: number
  /** How long requests waited for the rate limit. */
  readonly waitedMs: number
}

export type SourceMeter = {
  /** A request is sent, after waiting for the rate limit. */
  sent(now: number, waitedMs: number): void
  requested(outcome: Outcome): void
  read(rows: number): void
  /**
   * A request was cancelled. Returns how long the newest request has been waiting for a response from the
   * source.
   */
  endPending(now: number): number
  /** Number of requests that failed since the last one that succeeded. */
  failuresInRow(): number
  show(): SourceUse
}

export function createSourceMeter(name: string): SourceMeter {
  let [rows, waitedMs, failures] = [0, 0, 0]
  let sentAt: number | undefined
  const requests = new Map<Outcome, number>()
  return {
    sent(now, waited) {
      sentAt = now
      waitedMs += waited
    },
    requested(outcome) {
      sentAt = undefined
      failures = outcome === 'ok' ? 0 : failures + 1
      requests.set(outcome, (requests.get(outcome) ?? 0) + 1)
    },
    read(count) {
      rows += count
    },
    endPending(now) {
      const pendingMs = sentAt === undefined ? 0 : now - sentAt
      sentAt = undefined
      return pendingMs
    },
    failuresInRow: () => failures,
    show: () => ({ name, requests: new Map(requests), rows, waitedMs }),
  }
}
