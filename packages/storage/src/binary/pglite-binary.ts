import type { PGlite } from '@electric-sql/pglite'
import { serialize } from 'pg-protocol'
import type { BinaryRow } from './binary-query.ts'
import { createMessageParser } from './create-message-parser.ts'

/** Runs binary queries on an embedded store. Plans each query text once. */
export function createPgliteBinary(
  client: Pick<PGlite, 'execProtocolRaw'>,
): (text: string, values: readonly unknown[]) => Promise<BinaryRow[]> {
  const names = new Map<string, string>()
  return async (text, values) => {
    const known = names.get(text)
    const name = known ?? `binary_${names.size}`
    const messages = [
      ...(known === undefined ? [serialize.parse({ name, text })] : []),
      serialize.bind({ statement: name, binary: true, values: [...values] }),
      serialize.execute(),
      serialize.sync(),
    ]
    const answer = await client.execProtocolRaw(Buffer.concat(messages))
    const rows: BinaryRow[] = []
    let failure: unknown
    let isParsed = false
    createMessageParser(() => true).parse(
      Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength),
      (message) => {
        if (message.name === 'dataRow') rows.push((message as unknown as { fields: BinaryRow }).fields)
        else if (message.name === 'parseComplete') isParsed = true
        else if (message.name === 'error') failure = message
      },
    )
    // The plan exists even if the query failed after it was parsed.
    if (isParsed) names.set(text, name)
    if (failure !== undefined) throw failure
    return rows
  }
}
