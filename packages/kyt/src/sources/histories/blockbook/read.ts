import type { RowFields } from '../row-fields.ts'
import { SourceError } from '../source-error.ts'
import type { UtxoTransaction } from '../utxo-history.ts'

export type BlockbookPage = {
  readonly transactions: readonly UtxoTransaction[]
  readonly rows: number
  /** The number of the returned page, which is the last page if the requested page does not exist. */
  readonly page: number
  /** The number of rows on a full page. */
  readonly pageRows: number
}

/** Requests a page of the transactions in a range of blocks, newest first. */
export type AskBlockbook = (range: { from: number; to: number; page: number }) => Promise<BlockbookPage>

/**
 * Reads the blocks from the newest to the oldest. The next request ends at the last block of a full page, so
 * that transactions are repeated but never missed when pages shift. Page numbers are used only within a block
 * that has more transactions than a page.
 */
export async function* readBlockbookPages(options: {
  readonly ask: AskBlockbook
  readonly from: number
  readonly to: number
  readonly fields: RowFields
}): AsyncIterable<BlockbookPage> {
  const { ask, from, fields } = options
  for (let to = options.to; to >= from; ) {
    const page = await ask({ from, to, page: 1 })
    const oldest = checkOrder(page, from, to, fields)
    yield page
    if (oldest === undefined || page.rows < page.pageRows) return
    if (oldest < to) {
      to = oldest
      continue
    }
    yield* readRestOfBlock(ask, to, page, fields)
    to -= 1
  }
}

/** Maximum number of pages of a block. No block has more transactions. */
const mostPages = 100

async function* readRestOfBlock(
  ask: AskBlockbook,
  block: number,
  first: BlockbookPage,
  fields: RowFields,
): AsyncIterable<BlockbookPage> {
  if (new Set(first.transactions.map((transaction) => transaction.block)).size > 1) {
    throw fields.invalid('order of blocks')
  }
  for (let number = 2; ; number++) {
    if (number > mostPages) throw new SourceError('refused', `block ${block} has too many pages`)
    const page = await ask({ from: block, to: block, page: number })
    if (page.page !== number) return
    checkOrder(page, block, block, fields)
    yield page
    if (page.rows < page.pageRows) return
  }
}

/** Returns the last block of a page. Rows outside the range or in another order would hide transfers. */
function checkOrder(page: BlockbookPage, from: number, to: number, fields: RowFields): number | undefined {
  let above = to
  for (const { block } of page.transactions) {
    if (block > above || block < from) throw fields.invalid('order of blocks')
    above = block
  }
  return page.transactions.length === 0 ? undefined : above
}
