import type { BackendMessage } from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'

type Packets = {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage
  parse(bytes: Buffer, onMessage: (message: BackendMessage) => void): void
}

const dataRow = 68

/**
 * Parses messages from a PostgreSQL server. During a binary statement, emits fields unchanged, because `pg`'s
 * own parser converts every field to text, which corrupts binary data.
 */
export function createMessageParser(isBinary: () => boolean): Pick<Packets, 'parse'> {
  // The method is private in the types, but it is the only place that distinguishes rows from other messages.
  const parser = new Parser() as unknown as Packets
  const handleOther = parser.handlePacket.bind(parser)
  parser.handlePacket = (offset, code, length, bytes) =>
    code === dataRow && isBinary() ? readRow(bytes, offset, length) : handleOther(offset, code, length, bytes)
  return parser
}

/** Copies all fields of the row at once, because the next message overwrites the receive buffer. */
function readRow(bytes: Buffer, offset: number, length: number): BackendMessage {
  const row = Buffer.from(bytes.subarray(offset, offset + length - 4))
  const fields: (Buffer | null)[] = new Array(row.readInt16BE(0))
  let at = 2
  for (let index = 0; index < fields.length; index++) {
    const size = row.readInt32BE(at)
    at += 4
    fields[index] = size < 0 ? null : row.subarray(at, at + size)
    if (size > 0) at += size
  }
  return { name: 'dataRow', length, fields, fieldCount: fields.length } as unknown as BackendMessage
}
