import { CompiledQuery, type Kysely } from 'kysely'

/** A row as sent by the server: the bytes of each field, `null` for SQL null. */
export type BinaryRow = readonly (Buffer | null)[]

/** Prefix of a query with binary values and rows, recognised by the connections. */
export const binaryMark = '/* binary */ '

/**
 * Runs a query in PostgreSQL's binary format. Encode values with `encode…` and cast them in the text. In text
 * format, bytes would be twice as long and take half as long again to read.
 */
export async function binaryQuery<Tables>(
  db: Kysely<Tables>,
  text: string,
  values: readonly Buffer[] = [],
): Promise<BinaryRow[]> {
  const { rows } = await db.executeQuery<BinaryRow>(CompiledQuery.raw(`${binaryMark}${text}`, [...values]))
  return rows
}
