/** One side of a constraint: the wires and their factors. */
export type LinearCombination = readonly (readonly [wire: number, factor: bigint])[]

/** `a * b = c`. */
export type Constraint = { a: LinearCombination; b: LinearCombination; c: LinearCombination }

export type R1cs = {
  prime: bigint
  wires: number
  publicOutputs: number
  publicInputs: number
  constraintCount: number
  /**
   * Constraints are decoded on each iteration, because a circuit with thousands of constraints has hundreds
   * of thousands of factors.
   */
  constraints(): Generator<Constraint>
}

/** Reads the compiler's constraint file, version 1. */
export function readR1cs(bytes: Uint8Array): R1cs {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fail = () => new Error('the file is not a constraint file of version 1')
  if (bytes.length < 12 || view.getUint32(0) !== 0x72316373 || view.getUint32(4, true) !== 1) throw fail()
  const sections = new Map<number, number>()
  for (let at = 12, left = view.getUint32(8, true); left > 0; left--) {
    sections.set(view.getUint32(at, true), at + 12)
    at += 12 + Number(view.getBigUint64(at + 4, true))
  }
  const header = sections.get(1)
  const body = sections.get(2)
  if (header === undefined || body === undefined) throw fail()
  const size = view.getUint32(header, true)
  const number = (at: number) => {
    let value = 0n
    for (let i = size - 8; i >= 0; i -= 8) value = (value << 64n) | view.getBigUint64(at + i, true)
    return value
  }
  const after = header + 4 + size
  const constraintCount = view.getUint32(after + 24, true)
  return {
    prime: number(header + 4),
    wires: view.getUint32(after, true),
    publicOutputs: view.getUint32(after + 4, true),
    publicInputs: view.getUint32(after + 8, true),
    constraintCount,
    *constraints() {
      let at = body
      const combination = (): LinearCombination => {
        const terms: [number, bigint][] = []
        let left = view.getUint32(at, true)
        at += 4
        for (; left > 0; left--) {
          terms.push([view.getUint32(at, true), number(at + 4)])
          at += 4 + size
        }
        return terms
      }
      for (let i = 0; i < constraintCount; i++) yield { a: combination(), b: combination(), c: combination() }
    },
  }
}
