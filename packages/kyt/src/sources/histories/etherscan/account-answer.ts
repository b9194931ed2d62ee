import type { Row, RowFields } from '../row-fields.ts'
import { quote, SourceError } from '../source-error.ts'

export type AccountAnswer = {
  readonly rows: readonly Row[]
  /** Whether the explorer has not read all internal transfers in this range yet. */
  readonly isPartial: boolean
}

/**
 * Reads responses of Etherscan's API and compatible APIs, which report errors with HTTP 200: `status` is
 * `"0"`, and `message` or `result` contains the text.
 */
export function readAccountAnswer(answer: unknown, host: string, fields: RowFields): AccountAnswer {
  const { status, message, result } = fields.row(answer, 'result')
  const isPartial = status === '2'
  if (Array.isArray(result) && (status === '1' || isPartial || isEmptyNotice(message))) {
    return { rows: result.map((row) => fields.row(row, 'row')), isPartial }
  }
  if (isEmptyNotice(message) || isEmptyNotice(result)) return { rows: [], isPartial: false }
  throw errorOf(typeof result === 'string' && result !== '' ? result : String(message ?? ''), host)
}

/** Reads the response of the modules that pass a call to a node. */
export function readProxyAnswer(answer: unknown, host: string, fields: RowFields): unknown {
  const { result, message, error } = fields.row(answer, 'result')
  if (error !== undefined && error !== null) throw errorOf(String(fields.row(error, 'error').message), host)
  const isError = message !== undefined && message !== 'OK' && typeof result === 'string'
  if (isError && !result.startsWith('0x')) throw errorOf(result, host)
  if (result === undefined || result === null) throw fields.invalid('result')
  return result
}

/** Such as "No transactions found", "No internal transactions found" and "No records found". */
function isEmptyNotice(text: unknown): boolean {
  return typeof text === 'string' && /^no (\w+ )?(transactions|transfers|records) found/i.test(text)
}

function errorOf(text: string, host: string): SourceError {
  const said = `${host}: ${quote(text)}`
  if (/daily/i.test(text)) return new SourceError('limited', said, { retryAfterMs: 3_600_000 })
  if (/invalid api key attempts/i.test(text)) {
    return new SourceError('limited', said, { retryAfterMs: 30_000 })
  }
  if (/rate limit|too many/i.test(text)) return new SourceError('limited', said)
  if (/window is too large|smaller result|maximum|offset/i.test(text)) return new SourceError('narrow', said)
  if (/timeout|too busy|try again/i.test(text)) return new SourceError('unavailable', said)
  return new SourceError('refused', said)
}
