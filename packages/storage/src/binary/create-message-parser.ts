import type { BackendMessage } from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'

type Packets = {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage
  parse(bytes: Buffer, onMessage: (message: BackendMessage) => void): void
}

const rowDescription = 84
const dataRow = 68

/**
 * Reads what a PostgreSQL server sends. The parser of `pg` makes text of every field, which destroys bytes: fields in the
 * binary form are handed over as they are. `allBinary` where the rows are not described.
 */
export function createMessageParser({ allBinary = false } = {}): Pick<Packets, 'parse'> {
  // The method is private in the types, and the one place where rows are told from other messages.
  const parser = new Parser() as unknown as Packets
  const handleOther = parser.handlePacket.bind(parser)
  let isBinary: readonly boolean[] = []
  parser.handlePacket = (offset, code, length, bytes) => {
    if (code === dataRow && (allBinary || isBinary.includes(true))) {
      return readRow(bytes, offset, length, allBinary ? undefined : isBinary)
    }
    const message = handleOther(offset, code, length, bytes)
    if (code === rowDescription) {
      const { fields } = message as BackendMessage & { fields: readonly { format: string }[] }
      isBinary = fields.map(({ format }) => format === 'binary')
    }
    return message
  }
  return parser
}

/** One copy for all fields of the row: the bytes that came are overwritten by those that come next. */
function readRow(
  bytes: Buffer,
  offset: number,
  length: number,
  isBinary: readonly boolean[] | undefined,
): BackendMessage {
  const row = Buffer.from(bytes.subarray(offset, offset + length - 4))
  const fields: (Buffer | string | null)[] = new Array(row.readInt16BE(0))
  let at = 2
  for (let index = 0; index < fields.length; index++) {
    const size = row.readInt32BE(at)
    at += 4
    if (size < 0) fields[index] = null
    else {
      const field = row.subarray(at, at + size)
      fields[index] = (isBinary?.[index] ?? true) ? field : field.toString('utf8')
      at += size
    }
  }
  return { name: 'dataRow', length, fields, fieldCount: fields.length } as unknown as BackendMessage
}
