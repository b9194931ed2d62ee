import type { Random } from '@touchstone/common'

/** Returns a new random identifier in the form of a UUID. */
export function uuidFrom(random: Random): string {
  const hex = random.bytes(16).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
