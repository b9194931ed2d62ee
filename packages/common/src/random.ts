import { createHash, randomBytes } from 'node:crypto'

/**
 * The source of randomness for identifiers and demo data. Secrets (API keys, signing keys, vault nonces) come
 * directly from the operating system, so that a seed can't reproduce them.
 */
export type Random = {
  bytes(length: number): Buffer
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }

/**
 * Creates a seeded generator that uses SHA-256 in counter mode, so that the same seed produces the same bytes
 * on every machine.
 */
export function createSeededRandom(seed: string): Random {
  let counter = 0
  let pool = Buffer.alloc(0)
  return {
    bytes(length) {
      while (pool.length < length) {
        pool = Buffer.concat([pool, createHash('sha256').update(`${seed}:${counter++}`).digest()])
      }
      const taken = Buffer.from(pool.subarray(0, length))
      pool = pool.subarray(length)
      return taken
    },
  }
}

/** Returns an integer from 0 to `below` - 1 without modulo bias. */
export function randomInteger(random: Random, below: number): number {
  const limit = Math.floor(0x1_0000_0000 / below) * below
  for (;;) {
    const drawn = random.bytes(4).readUInt32BE()
    if (drawn < limit) return drawn % below
  }
}

export function randomDigits(random: Random, length: number): string {
  let digits = ''
  while (digits.length < length) digits += randomInteger(random, 10)
  return digits
}

export function pick<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[randomInteger(random, items.length)] ?? items[0]
}
