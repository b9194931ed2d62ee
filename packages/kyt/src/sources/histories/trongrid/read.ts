import type { Row, RowFields } from '../row-fields.ts'
import { SourceError } from '../source-error.ts'

/** The lists that together contain an account's transfers. */
export const tronLists = ['transactions', 'transactions/trc20'] as const
export type TronList = (typeof tronLists)[number]

export type TronPage = {
  readonly rows: readonly Row[]
  /** Identifies the next page. Undefined on the last page. */
  readonly fingerprint: string | undefined
}

/** Requests rows in chronological order, starting from a given time (in milliseconds). */
export type AskTron = (query: {
  readonly list: TronList
  readonly since: number
  readonly fingerprint?: string
}) => Promise<TronPage>

export type TronRows = {
  readonly rows: Readonly<Record<TronList, readonly Row[]>>
  /** Number of rows that were read for this step. */
  readonly count: number
}

/**
 * Reads the lists side by side, in time windows. The rows of the last block of a page are dropped, and the
 * next request starts with this block. This way, all rows of a block come from one window, and rows that are
 * repeated between pages are not counted twice. Fingerprints are used only within a block that has more rows
 * than a page.
 */
export async function* readTronLists(options: {
  readonly ask: AskTron
  readonly since: number
  readonly fields: RowFields
}): AsyncIterable<TronRows> {
  const buffers = tronLists.map((list) => ({ list, rows: [] as Row[], through: options.since - 1 }))
  for (let done = options.since - 1; Number.isFinite(done); ) {
    let count = 0
    for (const buffer of buffers) {
      if (buffer.through > done) continue
      const window = await readWindow({ ...options, list: buffer.list, since: done + 1 })
      for (const row of window.rows) buffer.rows.push(row)
      buffer.through = window.through
      count += window.rows.length
    }
    done = Math.min(...buffers.map((buffer) => buffer.through))
    const rows: Record<TronList, readonly Row[]> = { transactions: [], 'transactions/trc20': [] }
    for (const buffer of buffers) {
      const next = buffer.rows.findIndex((row) => Number(row.block_timestamp) > done)
      rows[buffer.list] = buffer.rows.splice(0, next === -1 ? buffer.rows.length : next)
    }
    yield { rows, count }
  }
}

/** Maximum number of pages of a block. No block has more transactions. */
const mostPages = 100

async function readWindow(options: {
  readonly ask: AskTron
  readonly list: TronList
  readonly since: number
  readonly fields: RowFields
}): Promise<{ readonly rows: readonly Row[]; readonly through: number }> {
  const { ask, list, since, fields } = options
  const rows: Row[] = []
  let first: number | undefined
  let last: number | undefined
  const seen = new Set<string>()
  for (let fingerprint: string | undefined, pages = 1; ; pages++) {
    const page = await ask({ list, since, ...(fingerprint !== undefined && { fingerprint }) })
    for (const row of page.rows) {
      const time = fields.whole(row.block_timestamp, 'block time')
      if (time < (last ?? since)) throw fields.invalid('order of rows')
      first ??= time
      last = time
      rows.push(row)
    }
    if (page.fingerprint === undefined || page.rows.length === 0 || last === undefined) {
      return { rows, through: Number.POSITIVE_INFINITY }
    }
    const end = last
    if (first !== end) {
      return { rows: rows.filter((row) => Number(row.block_timestamp) < end), through: end - 1 }
    }
    // A source that repeats its pages would be read forever.
    if (seen.has(page.fingerprint)) throw fields.invalid('next page')
    if (pages === mostPages) throw new SourceError('refused', 'a block has more rows than the source returns')
    seen.add(page.fingerprint)
    fingerprint = page.fingerprint
  }
}
