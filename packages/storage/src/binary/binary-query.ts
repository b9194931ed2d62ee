import { CompiledQuery, type Kysely } from 'kysely'

/** A row as sent by the server: the bytes of each field, or `null` for SQL null. */
export type BinaryRow = readonly (Buffer | null)[]

/** Marks a query with binary values and rows. Connections recognise this prefix. */
export const binaryMark = '/* binary */ '

/**
 * Runs a query in PostgreSQL's binary format. Encode values with `encode…` and cast them in the query text.
 * In text format, binary data would be twice as long and reading it would take 1.5 times as long.
 */
export async function binaryQuery<Tables>(
  db: Kysely<Tables>,
  text: string,
  values: readonly Buffer[] = [],
): Promise<BinaryRow[]> {
  const { rows } = await db.executeQuery<BinaryRow>(CompiledQuery.raw(`${binaryMark}${text}`, [...values]))
  return rows
}
