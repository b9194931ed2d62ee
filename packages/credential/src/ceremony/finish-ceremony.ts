import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { zKey } from 'snarkjs'
import type { KeyManifest } from '../keys/key-manifest.ts'
import { withCurve } from '../setup/with-curve.ts'
import { writeKeys } from '../setup/write-keys.ts'
import { addStep } from './add-step.ts'
import type { Ceremony } from './ceremony.ts'
import { beaconName, readTranscript, type Transcript, writeTranscript } from './transcript.ts'

/**
 * The minimum number of contributions. With a single contribution, everyone would have to trust that
 * contributor.
 */
const leastContributors = 2

/**
 * Finalises the keys with a public random value that nobody could predict, and writes the keys in their
 * published layout.
 */
export function finishCeremony(
  ceremony: Ceremony,
  beacon: { hash: string; iterations: number },
  keys: string,
): Promise<{ transcript: Transcript; manifest: KeyManifest }> {
  const { folder } = ceremony
  return withCurve(async () => {
    const transcript = await readTranscript(folder)
    if (transcript.contributors.length < leastContributors || transcript.beacon) throw notReady()
    const { hash, iterations } = beacon
    const isCounted = Number.isInteger(iterations) && iterations >= 10 && iterations <= 32
    if (!/^([0-9a-f]{2}){32,64}$/.test(hash) || !isCounted) throw badBeacon()
    await addStep(ceremony, transcript, 'beacon', (from, to) =>
      zKey.beacon(from, to, beaconName, hash, iterations),
    )
    transcript.beacon = { hash, iterations }
    await writeTranscript(folder, transcript)
    ceremony.progress('writing the keys')
    await mkdir(keys, { recursive: true })
    const made = Object.entries(transcript.circuits).map(([name, { sources, steps }]) => ({
      name,
      sources,
      r1cs: join(folder, name, `${name}.r1cs`),
      wasm: join(folder, name, `${name}.wasm`),
      provingKey: join(folder, name, steps.at(-1)?.file ?? ''),
    }))
    const { power, sha256 } = transcript.ptau
    const manifest = await writeKeys(keys, made, {
      development: false,
      tools: transcript.tools,
      ptau: { power, sha256 },
    })
    await cp(join(folder, 'transcript.json'), join(keys, 'transcript.json'))
    return { transcript, manifest }
  })
}

function notReady(): OperatorError {
  return new OperatorError({
    code: 'ceremony.not-ready',
    message: `A ceremony can be finished only once, after at least ${leastContributors} contributions.`,
    remedy: 'Collect more contributions, each from a separate machine.',
  })
}

function badBeacon(): OperatorError {
  return new OperatorError({
    code: 'ceremony.bad-beacon',
    message: 'Invalid beacon.',
    remedy:
      'Use 32 to 64 bytes in hexadecimal from a previously announced block or lottery, and an exponent from 10 to 32 for the number of iterations (2^n).',
  })
}
