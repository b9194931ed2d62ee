import { TextDecoder } from 'node:util'
import { limits } from './limits.ts'
import { listProblem } from './list-problem.ts'

export type TextBytes = AsyncIterable<Uint8Array>

/**
 * Decodes a file's text as a stream. A byte order mark identifies UTF-8 and UTF-16. Without a byte order
 * mark, zero bytes at the beginning identify UTF-16. Other text is decoded as UTF-8, or as Windows Latin-1 if
 * `fallback` allows it and the first chunk is not valid UTF-8. Rejects text with invalid bytes in later
 * chunks, because garbled names would match nobody.
 */
export async function* decodeText(
  bytes: TextBytes,
  options: { fallback?: boolean } = {},
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let held: Uint8Array[] = []
  let heldBytes = 0
  let total = 0
  for await (const chunk of bytes) {
    total += chunk.byteLength
    if (total > limits.fileBytes) throw listProblem('list.too-large')
    if (decoder === undefined) {
      held.push(chunk)
      heldBytes += chunk.byteLength
      if (heldBytes < sniffBytes) continue
      const start = Buffer.concat(held)
      held = []
      decoder = chooseDecoder(start, options.fallback ?? false)
      yield decode(decoder, start)
    } else yield decode(decoder, chunk)
  }
  if (decoder === undefined) {
    const start = Buffer.concat(held)
    decoder = chooseDecoder(start, options.fallback ?? false)
    yield decode(decoder, start)
  }
  yield decode(decoder, undefined)
}

const sniffBytes = 256 * 1024

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (cause) {
    throw listProblem('list.encoding', { cause })
  }
}

function chooseDecoder(start: Uint8Array, fallback: boolean): TextDecoder {
  const [first = 0, second = 0] = start
  if (first === 0xff && second === 0xfe) return strict('utf-16le')
  if (first === 0xfe && second === 0xff) return strict('utf-16be')
  const zeros = [0, 0]
  const seen = Math.min(start.length, 4096)
  for (let at = 0; at < seen; at += 1) if (start[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > seen / 8 && even < odd / 8) return strict('utf-16le')
  if (even > seen / 8 && odd < even / 8) return strict('utf-16be')
  if (even + odd > 0) throw listProblem('list.encoding')
  if (fallback && !isUtf8(start)) return strict('windows-1252')
  return strict('utf-8')
}

const strict = (label: string) => new TextDecoder(label, { fatal: true })

function isUtf8(start: Uint8Array): boolean {
  // An incomplete character at the end of the chunk is not an error.
  for (let cut = 0; cut < 4; cut += 1) {
    try {
      strict('utf-8').decode(start.subarray(0, start.length - cut))
      return true
    } catch {
      // Retries without the last byte, which may belong to an incomplete character.
    }
  }
  return false
}
