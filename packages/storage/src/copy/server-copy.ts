import type pg from 'pg'
import { type CopyConnection, copySettings } from './copy-connection.ts'

/** Members of a `pg` connection that copying needs but that the library's types do not declare. */
type Wire = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** Opens a connection of the pool for copying. It is closed afterwards, because its settings differ. */
export async function openServerCopy(pool: pg.Pool): Promise<CopyConnection> {
  const client = await pool.connect()
  try {
    for (const statement of copySettings) await client.query(statement)
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    async query<Row>(text: string, values: unknown[] = []) {
      const { rows } = await client.query(text, values)
      return rows as Row[]
    },
    copyOut: (statement) => runCopy(client, statement),
    async copyIn(statement, lines) {
      await runCopy(client, statement, lines)
    },
    async release() {
      client.release(true)
    },
  }
}

function runCopy(client: pg.PoolClient, text: string, lines?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const statement = {
      submit: (wire: Wire) => wire.query(text),
      handleCopyInResponse(wire: Wire) {
        if (lines !== undefined)
          wire.sendCopyFromChunk(Buffer.from(lines.buffer, lines.byteOffset, lines.length))
        wire.endCopyFrom()
      },
      // Copies the line, because the next message overwrites the receive buffer.
      handleCopyData: ({ chunk }: { chunk: Buffer }) => void received.push(Buffer.from(chunk)),
      handleCommandComplete() {},
      handleEmptyQuery() {},
      handleRowDescription() {},
      handleDataRow() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(Buffer.concat(received)),
    }
    client.query(statement as unknown as pg.Submittable)
  })
}
