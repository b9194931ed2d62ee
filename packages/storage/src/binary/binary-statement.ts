import { serialize } from 'pg-protocol'
import type { BinaryRow } from './binary-query.ts'

/** Members of a `pg` connection that a statement needs but that the library's types do not declare. */
export type StatementConnection = {
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean }
  /** Whether the incoming rows belong to a binary statement. */
  hasBinaryRows?: boolean
}

/**
 * A binary query as a custom `pg` query object. The query is sent in one write, requests no row description
 * and keeps rows as received, which takes half the CPU time of a regular `pg` query.
 */
export class BinaryStatement {
  readonly text: string
  /** A query without a name is planned each time it runs. */
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
    // Nothing is reported here, because a broken connection reports the error itself.
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
