/** The engine can't answer now: it is down, its disk is full, it has no memory left. */
export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable'
  readonly code = 'CLICKHOUSE_UNAVAILABLE'
}

/** Codes of ClickHouse that say "not now" rather than "not so". */
const passing = new Map([
  ['75', 'it can not write to its disk'],
  ['76', 'it can not open its files'],
  ['159', 'it took too long'],
  ['202', 'too many questions at once'],
  ['209', 'its network is slow'],
  ['210', 'its network fails'],
  ['236', 'the question was cancelled'],
  ['241', 'it has no memory left'],
  ['242', 'its tables are read-only'],
  ['243', 'its disk is full'],
  ['252', 'it has too many parts to merge'],
  ['279', 'no replica answers'],
  ['999', 'its keeper fails'],
])

/** Names what went wrong without repeating the statement, which may hold what a caller asked about. */
export function clickHouseFailure(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' ? message : ''
  // What the engine itself answers may repeat what it was asked, and that may say anything.
  const reason =
    passing.get(String(code)) ??
    (/No space left|ENOSPC/i.test(text) ? 'its disk is full' : undefined) ??
    (!/^\d+$/.test(String(code)) &&
    /socket hang up|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|Timeout error|is closed/i.test(
      `${String(code)} ${text}`,
    )
      ? 'it does not answer'
      : undefined)
  return reason === undefined
    ? error
    : new ClickHouseUnavailable(`the ledger's engine is not available: ${reason}`, { cause: error })
}
