import type { RowFields } from '../row-fields.ts'
import { SourceError } from '../source-error.ts'
import type { UtxoTransaction } from '../utxo-history.ts'

export type EsploraPages = {
  /** Returns the page after a transaction, newest first, or the first page. Empty after the last one. */
  page(after: string | undefined): Promise<readonly UtxoTransaction[]>
  /** Returns the block of a transaction, or undefined if it is not confirmed. */
  blockOf(tx: string): Promise<number | undefined>
}

/**
 * Reads pages until the first block. If the last transaction of a page is no longer part of the chain, the
 * next page is empty. This is distinguished from the end of the history.
 */
export async function* readEsploraPages(options: {
  readonly pages: EsploraPages
  readonly from: number
  readonly host: string
  readonly fields: RowFields
}): AsyncIterable<readonly UtxoTransaction[]> {
  const { pages, from, host, fields } = options
  const seen = new Set<string>()
  let last: UtxoTransaction | undefined
  for (let fullPage: number | undefined; ; ) {
    const page = await pages.page(last?.tx)
    const oldest = page.at(-1)
    if (oldest === undefined) {
      if (last !== undefined && (await pages.blockOf(last.tx)) !== last.block) {
        throw new SourceError('changed', `${host}: the chain changed while the history was read`)
      }
      return
    }
    checkOrder(page, last, fields)
    // A source that repeats its pages would be read forever.
    if (seen.has(oldest.tx)) throw fields.invalid('next page')
    for (const { tx } of page) seen.add(tx)
    yield page
    fullPage ??= page.length
    if (oldest.block < from || page.length < fullPage || !isPageSize(fullPage)) return
    last = oldest
  }
}

/**
 * Returns whether the first page may be followed by another. Pages have 25 transactions as documented, but
 * some instances use other round numbers.
 */
function isPageSize(length: number): boolean {
  return length >= 25 || length % 10 === 0
}

function checkOrder(
  page: readonly UtxoTransaction[],
  last: UtxoTransaction | undefined,
  fields: RowFields,
): void {
  let above = last?.block ?? Number.POSITIVE_INFINITY
  for (const { block } of page) {
    if (block > above) throw fields.invalid('order of blocks')
    above = block
  }
}
