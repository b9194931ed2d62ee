import type { Readable } from 'node:stream'
import pg from 'pg'
import type { BinaryRow } from './binary-query.ts'
import { BinaryStatement, type StatementConnection } from './binary-statement.ts'
import { createMessageParser } from './create-message-parser.ts'

type Connection = StatementConnection & {
  attachListeners(stream: Readable): void
  emit(event: string, message: unknown): boolean
}

/** A `pg` client that also supports binary queries. */
export class BinaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: Connection }
    connection.attachListeners = (stream) => {
      const parser = createMessageParser(() => connection.hasBinaryRows === true)
      stream.on('data', (bytes: Buffer) =>
        parser.parse(bytes, (message) => {
          connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
        }),
      )
    }
  }
}

/** Runs a binary query on a `BinaryClient`. A named query is planned once per connection. */
export function queryBinary(
  client: pg.ClientBase,
  query: { readonly text: string; readonly name: string | undefined; readonly values: readonly unknown[] },
): Promise<{ rows: BinaryRow[] }> {
  return new Promise((resolve, reject) => {
    const statement = new BinaryStatement(query, (error, rows) => {
      if (error === undefined) resolve({ rows })
      else reject(error)
    })
    client.query(statement as unknown as pg.Submittable)
  })
}
