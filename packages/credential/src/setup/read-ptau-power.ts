import { open } from 'node:fs/promises'
import { OperatorError } from '@touchstone/common'

/** Returns the power of a powers-of-tau file, which supports 2^power constraints. */
export async function readPtauPower(file: string): Promise<number> {
  const handle = await open(file)
  try {
    // The file starts with "ptau", the version and the number of sections, followed by the header's number
    // and length, the field size, the field and the power.
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
    message: 'The file is not a powers of tau file.',
    remedy: 'Use the prepared file ("final" in its name) of a public ceremony on BN254.',
  })
}
