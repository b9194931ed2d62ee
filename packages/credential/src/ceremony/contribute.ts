import { randomBytes } from 'node:crypto'
import { OperatorError } from '@touchstone/common'
import { zKey } from 'snarkjs'
import { withCurve } from '../setup/with-curve.ts'
import { addStep } from './add-step.ts'
import type { Ceremony } from './ceremony.ts'
import { beaconName, readTranscript, type Transcript, writeTranscript } from './transcript.ts'

/**
 * Adds a secret to every key and discards the secret. If at least one contributor actually discards the
 * secret, nobody can forge proofs. The secret comes from the operating system's random number generator.
 */
export function contribute(ceremony: Ceremony, name: string): Promise<Transcript> {
  return withCurve(async () => {
    const transcript = await readTranscript(ceremony.folder)
    if (transcript.beacon) throw overAlready()
    if (!/^[\w .-]{1,60}$/.test(name) || name === beaconName || transcript.contributors.includes(name)) {
      throw badName()
    }
    await addStep(ceremony, transcript, `contribution of ${name}`, (from, to) =>
      zKey.contribute(from, to, name, randomBytes(64).toString('hex')),
    )
    transcript.contributors.push(name)
    await writeTranscript(ceremony.folder, transcript)
    return transcript
  })
}

function overAlready(): OperatorError {
  return new OperatorError({
    code: 'ceremony.over',
    message: 'This ceremony is finished.',
    remedy: 'Start a new ceremony in an empty folder.',
  })
}

function badName(): OperatorError {
  return new OperatorError({
    code: 'ceremony.bad-name',
    message: 'The contributor’s name is invalid or already used in this ceremony.',
    remedy: 'Use up to 60 letters, digits, spaces, dots or dashes.',
  })
}
