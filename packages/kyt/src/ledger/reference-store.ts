import type { ClickHouse } from '@touchstone/storage'
import { type Lines, linesPlace } from './lines-store.ts'
import { quoted } from './parse-lines-store.ts'
import { asOnePart, token } from './staging-store.ts'

/** What a line says of lines in other files. It lies in the engine: there may be as many as there are transactions. */
export type ReferenceSql = {
  /** Fields of the line: expressions over `text`, each with a name. */
  readonly columns: readonly string[]
  readonly kind: string
  /** Gives the block's number. */
  readonly block: string
  /** Gives the transaction's bytes, or nothing for what is said of the block. */
  readonly tx: string
  /** Each gives a text. */
  readonly values: readonly string[]
  readonly keep: string
}

export async function insertReferences(
  clickhouse: ClickHouse,
  of: { importId: number; chunk: number; lines: Lines; headerLines: number },
  sqls: readonly ReferenceSql[],
): Promise<void> {
  for (const [ordinal, sql] of sqls.entries()) {
    await clickhouse.work(
      `insert into import_reference (import, kind, block, tx, file, line, values)
       settings insert_deduplication_token = ${token('reference', of.chunk, ordinal)}, ${asOnePart}
       select {import:UInt64}, ${quoted(sql.kind)}, ${sql.block} as said_block, ${sql.tx} as said_tx, file, line,
         [${sql.values.join(', ')}] as said
       from (select *, ${sql.columns.join(', ')} from ${of.lines.table}
         where line > {header:UInt64} and text != '')
       where ${sql.keep}
       order by file, line
       limit 1 by said_block, said_tx, said`,
      { import: of.importId, ...of.lines.parameters, header: of.headerLines },
    )
  }
}

/** What was said of the blocks that the lines of this chunk speak of; `columns` name what `block` needs of a line. */
export function referencesOf(kind: string, columns: readonly string[], block: string): string {
  return `import_reference where import = {import:UInt64} and kind = ${quoted(kind)} and block in (
      select ${block} from (select ${columns.join(', ')} from ${linesPlace}
        where line > {header:UInt64} and text != ''))`
}
