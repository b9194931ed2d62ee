import { CompiledQuery, type Kysely } from 'kysely'

/** A row as the store sends it: every field as its bytes, `null` where there is none. */
export type BinaryRow = readonly (Buffer | null)[]

/** Begins the text of a query whose values and rows are bytes; connections look for it. */
export const binaryMark = '/* binary */ '

/**
 * Asks in PostgreSQL's binary form. Values are what `encode…` makes of them, and need a cast in the text. As text, bytes
 * would be twice as long and take half as long again to read.
 */
export async function binaryQuery<Tables>(
  db: Kysely<Tables>,
  text: string,
  values: readonly Buffer[] = [],
): Promise<BinaryRow[]> {
  const { rows } = await db.executeQuery<BinaryRow>(CompiledQuery.raw(`${binaryMark}${text}`, [...values]))
  return rows
}
