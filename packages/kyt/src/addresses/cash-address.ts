import { bech32 } from '@scure/base'

const prefix = 'bitcoincash'
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const wordOf = new Map([...letters].map((letter, word) => [letter, word]))
const checksumLength = 8

/**
 * Bitcoin Cash's address format. The format uses bech32's alphabet with a longer checksum, which our
 * libraries do not support. Kind 0 pays to a key, and kind 1 pays to a script. Token addresses have two
 * further kinds, which pay to the same destinations and are parsed as kinds 0 and 1.
 */
export const cashAddress = {
  decode(text: string): { readonly kind: 0 | 1; readonly hash: Uint8Array } | undefined {
    const words = wordsOf(text)
    if (words === undefined) return undefined
    const payload = bech32.fromWordsUnsafe(words.slice(0, -checksumLength))
    const version = payload?.[0]
    if (!payload || version === undefined) return undefined
    const hash = payload.slice(1)
    const kind = (version >> 3) & 1
    const size = version & 7
    const known =
      version >> 3 <= 3 && ((size === 0 && hash.length === 20) || (size === 3 && hash.length === 32))
    return known && isHash(kind, hash) ? { kind, hash } : undefined
  },

  /**
   * The canonical text includes the prefix, because other coins use the same format and only the prefix
   * identifies the network.
   */
  encode(kind: 0 | 1, hash: Uint8Array): string | undefined {
    if (!isHash(kind, hash)) return undefined
    const payload = new Uint8Array(hash.length + 1)
    payload[0] = (kind << 3) | (hash.length === 32 ? 3 : 0)
    payload.set(hash, 1)
    const words = bech32.toWords(payload)
    const [high, low] = checksum([...words, ...new Array<number>(checksumLength).fill(0)])
    const tail = [15, 10, 5, 0].map((shift) => (high >>> shift) & 31)
    tail.push(...[15, 10, 5, 0].map((shift) => (low >>> shift) & 31))
    return `${prefix}:${[...words, ...tail].map((word) => letters.charAt(word)).join('')}`
  },
}

function isHash(kind: number, hash: Uint8Array): kind is 0 | 1 {
  return hash.length === 20 ? kind === 0 || kind === 1 : hash.length === 32 && kind === 1
}

function wordsOf(text: string): number[] | undefined {
  if (text.length > 80) return undefined
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return undefined
  const body = lower.startsWith(`${prefix}:`) ? lower.slice(prefix.length + 1) : lower
  const words: number[] = []
  for (const letter of body) {
    const word = wordOf.get(letter)
    if (word === undefined) return undefined
    words.push(word)
  }
  if (words.length <= checksumLength) return undefined
  const [high, low] = checksum(words)
  return high === 0 && low === 0 ? words : undefined
}

const prefixWords = [...[...prefix].map((letter) => letter.charCodeAt(0) & 31), 0]
const generator = [
  [0x98f2b, 0xc8e61],
  [0x79b76, 0xd99e2],
  [0xf33e5, 0xfb3c4],
  [0xae2ea, 0xbe2a8],
  [0x1e4f4, 0x3e470],
] as const

/**
 * Handles 40 bits in two halves of 20 bits, because JavaScript's bit operations are limited to 32 bits and
 * bigint is many times slower.
 */
function checksum(words: readonly number[]): readonly [high: number, low: number] {
  let high = 0
  let low = 1
  for (const part of [prefixWords, words]) {
    for (const word of part) {
      let bits = high >>> 15
      high = ((high & 0x7fff) << 5) | (low >>> 15)
      low = ((low & 0x7fff) << 5) ^ word
      for (const [generatorHigh, generatorLow] of generator) {
        if (bits & 1) {
          high ^= generatorHigh
          low ^= generatorLow
        }
        bits >>>= 1
      }
    }
  }
  return [high, low ^ 1]
}
