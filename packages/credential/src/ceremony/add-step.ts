import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { hashFile } from '../setup/hash-file.ts'
import type { Ceremony } from './ceremony.ts'
import type { Transcript } from './transcript.ts'

/** Applies a step to each circuit's latest key and adds the results to the transcript. */
export async function addStep(
  ceremony: Ceremony,
  transcript: Transcript,
  what: string,
  work: (from: string, to: string) => Promise<Uint8Array | false>,
): Promise<void> {
  for (const [name, circuit] of Object.entries(transcript.circuits)) {
    ceremony.progress(`circuit "${name}": ${what}`)
    const home = join(ceremony.folder, name)
    const last = circuit.steps.at(-1)
    if (last === undefined || (await hashFile(join(home, last.file))) !== last.sha256) throw changed(name)
    const file = `${String(circuit.steps.length).padStart(4, '0')}.zkey`
    const hash = await work(join(home, last.file), join(home, file))
    if (hash === false) throw new RangeError('the beacon is not a hexadecimal hash')
    const contributionHash = Buffer.from(hash).toString('hex')
    circuit.steps.push({ file, sha256: await hashFile(join(home, file)), contributionHash })
  }
}

function changed(name: string): OperatorError {
  return new OperatorError({
    code: 'ceremony.changed-file',
    message: `The latest key of the circuit "${name}" does not match the transcript.`,
    remedy: 'Get the folder from the previous contributor again.',
  })
}
