import { serialize } from 'pg-protocol'
import type { BinaryRow } from './binary-query.ts'

/** What a statement needs of a connection of `pg`; its types have none of it. */
export type StatementConnection = {
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean }
  /** Whether the rows that arrive are those of a binary statement. */
  hasBinaryRows?: boolean
}

/**
 * A query in the binary form, as `pg` sends what it did not make itself. It is sent in one piece and without asking for a
 * description of its rows, and the rows are kept as they come: half of the work that `pg` has with a query of its own.
 */
export class BinaryStatement {
  readonly text: string
  /** Without one the query is planned each time. */
  readonly name: string | undefined
  readonly #values: readonly unknown[]
  readonly #done: (error: unknown, rows: BinaryRow[]) => void
  readonly #rows: BinaryRow[] = []

  constructor(
    query: { readonly text: string; readonly name: string | undefined; readonly values: readonly unknown[] },
    done: (error: unknown, rows: BinaryRow[]) => void,
  ) {
    this.text = query.text
    this.name = query.name
    this.#values = query.values
    this.#done = done
  }

  submit(connection: StatementConnection): null {
    const { text, name = '' } = this
    const isParsed =
      name !== '' && (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name])
    if (!isParsed && name !== '') connection.submittedNamedStatements[name] = text
    const messages = [
      ...(isParsed ? [] : [serialize.parse({ text, name })]),
      serialize.bind({ statement: name, binary: true, values: [...this.#values] }),
      serialize.execute(),
      serialize.sync(),
    ]
    connection.hasBinaryRows = true
    // A connection that has broken reports it by itself.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages))
    return null
  }

  handleDataRow({ fields }: { readonly fields: BinaryRow }): void {
    this.#rows.push(fields)
  }

  handleError(error: unknown, connection: StatementConnection): void {
    connection.hasBinaryRows = false
    this.#done(error, this.#rows)
  }

  handleReadyForQuery(connection: StatementConnection): void {
    connection.hasBinaryRows = false
    this.#done(undefined, this.#rows)
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handleRowDescription(): void {}
}
