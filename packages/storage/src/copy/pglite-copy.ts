import { serialize } from 'pg-protocol'
import { createMessageParser } from '../binary/create-message-parser.ts'
import type { PgliteClient } from '../embedded/pglite-settings.ts'
import { type CopyConnection, copySettings, resetCopySettings } from './copy-connection.ts'

/** Takes the only connection of an embedded store. Other queries wait until it is released. */
export async function openPgliteCopy(
  client: PgliteClient,
  acquire: () => Promise<() => void>,
): Promise<CopyConnection> {
  const release = await acquire()
  const run = async (message: Buffer): Promise<Buffer> => {
    const answer = await client.execProtocolRaw(message)
    const received: Buffer[] = []
    let failure: unknown
    createMessageParser(() => false).parse(
      Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength),
      (each) => {
        if (each.name === 'copyData') received.push(Buffer.from((each as unknown as { chunk: Buffer }).chunk))
        else if (each.name === 'error') failure = each
      },
    )
    if (failure !== undefined) throw failure
    return Buffer.concat(received)
  }
  try {
    await client.exec(copySettings.join(';'))
  } catch (error) {
    release()
    throw error
  }
  return {
    async query<Row>(text: string, values: unknown[] = []) {
      const { rows } = await client.query<Row>(text, values)
      return rows
    },
    copyOut: (statement) => run(serialize.query(statement)),
    async copyIn(statement, lines) {
      const data = serialize.copyData(Buffer.from(lines.buffer, lines.byteOffset, lines.length))
      await run(Buffer.concat([serialize.query(statement), data, serialize.copyDone()]))
    },
    async release() {
      await client.exec(['rollback', ...resetCopySettings].join(';')).finally(release)
    },
  }
}
