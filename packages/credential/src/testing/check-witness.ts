import type { R1cs } from '../setup/read-r1cs.ts'

type Use = { constraint: number; side: 0 | 1 | 2; factor: bigint }

/**
 * Prepares the constraints for two repeated checks: whether a witness satisfies all constraints, and
 * whether changing one wire breaks any of them.
 */
export function createWitnessCheck(r1cs: R1cs, witness: readonly bigint[]) {
  const { prime } = r1cs
  const values: [bigint, bigint, bigint][] = []
  const uses = new Map<number, Use[]>()
  for (const { a, b, c } of r1cs.constraints()) {
    const sides = [a, b, c].map((terms, side) => {
      let value = 0n
      for (const [wire, factor] of terms) {
        value += factor * (witness[wire] ?? 0n)
        const of = uses.get(wire) ?? []
        of.push({ constraint: values.length, side: side as 0 | 1 | 2, factor })
        uses.set(wire, of)
      }
      return value % prime
    })
    values.push(sides as [bigint, bigint, bigint])
  }
  const breaks = ([a, b, c]: readonly bigint[]) => ((a ?? 0n) * (b ?? 0n) - (c ?? 0n)) % prime !== 0n

  return {
    holds: () => !values.some(breaks),
    notices(wire: number, change: bigint): boolean {
      const changed = new Map<number, bigint[]>()
      for (const { constraint, side, factor } of uses.get(wire) ?? []) {
        const sides = changed.get(constraint) ?? [...(values[constraint] ?? [])]
        sides[side] = (sides[side] ?? 0n) + factor * change
        changed.set(constraint, sides)
      }
      return [...changed.values()].some(breaks)
    },
  }
}

/** Returns the values of all wires in the witness. */
export function wiresOf(witness: Uint8Array): bigint[] {
  const view = new DataView(witness.buffer, witness.byteOffset, witness.byteLength)
  const wires: bigint[] = []
  for (let at = 0; at < witness.length; at += 32) {
    let value = 0n
    for (let i = 24; i >= 0; i -= 8) value = (value << 64n) | view.getBigUint64(at + i, true)
    wires.push(value)
  }
  return wires
}
