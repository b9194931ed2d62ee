import type { ClickHouse } from '@touchstone/storage'
import { everyTime } from '../../ledger/staging-store.ts'

/**
 * Has the engine lay out a Parquet file as the lines of a plain CSV file. A server is sent the file; the engine in the
 * process opens it itself, because what it is sent passes through text.
 */
export async function layOutParquet(
  clickhouse: ClickHouse,
  options: {
    path: string
    /** Asked for only when the engine can't open the file. */
    bytes: () => Promise<Buffer>
    columns: readonly string[]
    firstChunk: number
    chunkRows: number
    file: number
  },
): Promise<void> {
  const columns = options.columns.map(quotedName)
  const structure = columns.map((column) => `${column} String`).join(', ')
  const insert = (from: string) => `
    insert into import_line (chunk, file, line, text)
    settings ${everyTime}, ${inOrder}
    select ${Number(options.firstChunk)} + intDiv(n, ${Number(options.chunkRows)}), ${Number(options.file)}, n + 1,
      concat(${columns.join(", ',', ")})
    from (select rowNumberInAllBlocks() as n, ${columns.join(', ')} from ${from})`
  if (clickhouse.engine === 'embedded') {
    await clickhouse.work(insert(`file({path:String}, 'Parquet', '${structure}')`), { path: options.path })
  } else {
    await clickhouse.load(`${insert(`input('${structure}')`)} format Parquet`, await options.bytes())
  }
}

/** The number of a row is its place in the file. */
const inOrder =
  'max_threads = 1, max_insert_threads = 1, max_parsing_threads = 1, input_format_parallel_parsing = 0, ' +
  'input_format_parquet_preserve_order = 1, input_format_null_as_default = 1, max_partitions_per_insert_block = 0'

/** Only for names of ours. */
const quotedName = (name: string) => `\`${name}\``
