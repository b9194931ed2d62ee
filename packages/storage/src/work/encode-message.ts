/**
 * A JSON value that can contain bytes. Numbers must be finite, and members with the value `undefined` are
 * omitted, as in JSON.
 */
export type Message = unknown

type Part = { $bytes: readonly [offset: number, length: number] }

const headLength = 4

/**
 * Encodes a message as the length of its JSON, the JSON, and the bytes to which the JSON refers. Bytes are
 * not encoded as base64, because messages consist mostly of pictures and base64 would add a third to their
 * size.
 */
export function encodeMessage(message: Message): Buffer {
  const parts: Uint8Array[] = []
  let offset = 0
  const json = JSON.stringify(withParts(message))
  const head = Buffer.alloc(headLength)
  const text = Buffer.from(json, 'utf8')
  head.writeUInt32LE(text.length)
  return Buffer.concat([head, text, ...parts])

  /** Replaces bytes before `JSON.stringify`, which would otherwise call the `toJSON` method of a Buffer. */
  function withParts(value: unknown): unknown {
    if (value instanceof Uint8Array) {
      const part: Part = { $bytes: [offset, value.byteLength] }
      parts.push(value)
      offset += value.byteLength
      return part
    }
    if (Array.isArray(value)) return value.map(withParts)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withParts(member)]))
  }
}

export function decodeMessage(bytes: Uint8Array): Message {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = headLength + all.readUInt32LE()
  return JSON.parse(all.toString('utf8', headLength, start), (_, value: unknown) => {
    if (!isPart(value)) return value
    const [offset, length] = value.$bytes
    // Copies the bytes, because a small Buffer shares its memory with other Buffers.
    return new Uint8Array(all.subarray(start + offset, start + offset + length))
  })
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && '$bytes' in value && Array.isArray(value.$bytes)
}
