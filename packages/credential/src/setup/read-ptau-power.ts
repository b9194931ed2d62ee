import { open } from 'node:fs/promises'
import { OperatorError } from '@touchstone/common'

/** How many constraints the powers of tau are good for: 2 to the power of the answer. */
export async function readPtauPower(file: string): Promise<number> {
  const handle = await open(file)
  try {
    // "ptau", version, sections; then the header's number and length, the field's size, the field, the power.
    const head = Buffer.alloc(64)
    await handle.read(head, 0, 64, 0)
    const size = head.readUInt32LE(24)
    if (head.toString('latin1', 0, 4) === 'ptau' && head.readUInt32LE(12) === 1 && size === 32) {
      return head.readUInt32LE(28 + size)
    }
  } finally {
    await handle.close()
  }
  throw new OperatorError({
    code: 'ceremony.not-ptau',
    message: 'The file does not begin as a file of powers of tau does.',
    remedy: 'Take the prepared file (its name has "final") of a public ceremony on the curve BN254.',
  })
}
