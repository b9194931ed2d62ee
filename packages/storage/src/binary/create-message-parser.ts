import type { BackendMessage } from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'

type Packets = {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage
  parse(bytes: Buffer, onMessage: (message: BackendMessage) => void): void
}

const dataRow = 68

/**
 * Reads what a PostgreSQL server sends. The parser of `pg` makes text of every field, which destroys bytes: while the rows
 * are binary ones, their fields are handed over as they are.
 */
export function createMessageParser(isBinary: () => boolean): Pick<Packets, 'parse'> {
  // The method is private in the types, and the one place where rows are told from other messages.
  const parser = new Parser() as unknown as Packets
  const handleOther = parser.handlePacket.bind(parser)
  parser.handlePacket = (offset, code, length, bytes) =>
    code === dataRow && isBinary() ? readRow(bytes, offset, length) : handleOther(offset, code, length, bytes)
  return parser
}

/** One copy for all fields of the row: the bytes that came are overwritten by those that come next. */
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
