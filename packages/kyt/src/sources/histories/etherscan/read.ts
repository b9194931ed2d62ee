import type { Asking, HistoryQuery } from '../history-source.ts'
import type { Row, RowFields } from '../row-fields.ts'
import { SourceError } from '../source-error.ts'

/** The lists that together contain an address's transfers. */
export const accountLists = ['txlist', 'txlistinternal', 'tokentx'] as const
export type AccountList = (typeof accountLists)[number]

export type ListQuery = {
  readonly list: AccountList
  readonly address: string
  readonly from: number
  readonly to: number
  readonly page: number
  readonly rows: number
}

/**
 * Requests rows in block order. Throws `SourceError` of the kind `narrow` if a request is too large.
 */
export type AskList = (query: ListQuery, asking: Asking) => Promise<readonly Row[]>

/** The rows of all lists up to a block. */
export type AccountRows = {
  readonly rows: Readonly<Record<AccountList, readonly Row[]>>
  /** Number of rows that were read for this step. */
  readonly count: number
  readonly through: number
}

/** Explorers return at most this many rows per query, across all pages. */
const largestWindow = 10_000
/** The limit per request without a paid plan. */
const smallWindow = 1_000

/** The number of rows to request, which is permanently reduced if the source refuses it. */
export type WindowSize = { rows: number }

export function createWindowSize(rows: number = largestWindow): WindowSize {
  return { rows }
}

/**
 * Reads the lists side by side, in windows of blocks. A window whose rows are cut off ends before its last
 * block, where the next window starts. Pages are not used across blocks, because rows can shift between
 * pages.
 */
export async function* readAccountLists(options: {
  readonly ask: AskList
  readonly query: HistoryQuery
  readonly size: WindowSize
  readonly fields: RowFields
  readonly asking: Asking
}): AsyncIterable<AccountRows> {
  const { query, asking } = options
  const buffers = accountLists.map((list) => ({ list, rows: [] as Row[], through: query.from - 1 }))
  for (let done = query.from - 1; done < query.to; ) {
    let count = 0
    for (const buffer of buffers) {
      if (buffer.through > done) continue
      const window = await readWindow({ ...options, list: buffer.list, from: done + 1 })
      for (const row of window.rows) buffer.rows.push(row)
      buffer.through = window.through
      count += window.rows.length
    }
    const through = Math.min(...buffers.map((buffer) => buffer.through))
    const rows: Record<AccountList, readonly Row[]> = { txlist: [], txlistinternal: [], tokentx: [] }
    for (const buffer of buffers) {
      const next = buffer.rows.findIndex((row) => Number(row.blockNumber) > through)
      rows[buffer.list] = buffer.rows.splice(0, next === -1 ? buffer.rows.length : next)
    }
    asking.signal?.throwIfAborted()
    yield { rows, count, through }
    done = through
  }
}

type Window = { readonly rows: readonly Row[]; readonly through: number }

async function readWindow(options: {
  readonly ask: AskList
  readonly query: HistoryQuery
  readonly size: WindowSize
  readonly fields: RowFields
  readonly asking: Asking
  readonly list: AccountList
  readonly from: number
}): Promise<Window> {
  const { ask, list, from, size, fields, asking } = options
  const { address } = options.query
  let to = options.query.to
  for (;;) {
    try {
      const rows = await ask({ list, address, from, to, page: 1, rows: size.rows }, asking)
      const last = checkOrder(rows, from, to, fields)
      if (last === undefined || !isCutOff(rows.length, size.rows)) return { rows, through: to }
      if (last > from) {
        return { rows: rows.filter((row) => Number(row.blockNumber) < last), through: last - 1 }
      }
      return { rows: [...rows, ...(await readRestOfBlock(options, rows.length))], through: from }
    } catch (error) {
      if (!(error instanceof SourceError) || !/^(narrow|oversized)$/.test(error.kind)) throw error
      if (size.rows > smallWindow) size.rows = smallWindow
      else if (to > from) to = from + Math.floor((to - from) / 2)
      else throw error
    }
  }
}

/**
 * Reads the remaining pages of a block that has more rows than a window. The rows within a block do not
 * shift.
 */
async function readRestOfBlock(
  options: Parameters<typeof readWindow>[0],
  firstRows: number,
): Promise<readonly Row[]> {
  const { ask, list, from, size, fields, asking, query } = options
  const rest: Row[] = []
  // A source that returned fewer rows than requested has its own page size.
  const rows = Math.min(size.rows, firstRows)
  for (let page = 2; ; page++) {
    if (page * rows > largestWindow) {
      throw new SourceError('refused', `block ${from} has more rows than the source returns`)
    }
    const more = await ask({ list, address: query.address, from, to: from, page, rows }, asking)
    checkOrder(more, from, from, fields)
    for (const row of more) rest.push(row)
    if (more.length < rows) return rest
  }
}

/**
 * Returns whether there may be more rows. A source that silently reduces the number of rows returns a round
 * number of them.
 */
function isCutOff(count: number, requested: number): boolean {
  return count >= requested || (count > 0 && count % smallWindow === 0)
}

/** Returns the last row's block. Rows outside the range or in another order would hide transfers. */
function checkOrder(rows: readonly Row[], from: number, to: number, fields: RowFields): number | undefined {
  let last: number | undefined
  for (const row of rows) {
    const block = fields.whole(row.blockNumber, 'block number')
    if (block < (last ?? from) || block > to) throw fields.invalid('order of blocks')
    last = block
  }
  return last
}
