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

/** Fewer would be one person's word. */
const leastContributors = 2

/** Seals the keys with a public random value that nobody could know before, and writes them as they are loaded. */
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
    message: `A ceremony is finished once, after ${leastContributors} contributors or more.`,
    remedy: 'Let others contribute, each on a machine of their own.',
  })
}

function badBeacon(): OperatorError {
  return new OperatorError({
    code: 'ceremony.bad-beacon',
    message: 'The beacon is not one.',
    remedy:
      'Give 32 to 64 bytes in hexadecimal digits, of a block or a lottery that was announced before, and 10 to 32 iterations (as a power of two).',
  })
}
