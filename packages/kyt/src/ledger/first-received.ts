import type { Movement } from './movement.ts'

/** Returns an account's earliest incoming movement. */
export function firstReceived(movements: readonly Movement[]): Movement | undefined {
  let first: Movement | undefined
  for (const movement of movements) {
    if (movement.kind === 'in' && (first === undefined || isBefore(movement, first))) first = movement
  }
  return first
}

function isBefore(one: Movement, other: Movement): boolean {
  if (one.time !== other.time) return one.time < other.time
  if (one.block !== other.block) return one.block < other.block
  return one.tx === other.tx ? one.position < other.position : one.tx < other.tx
}
