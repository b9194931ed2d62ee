import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { compileCircuit } from '../setup/compile-circuit.ts'
import { hashFile } from '../setup/hash-file.ts'
import { hashSources } from '../setup/hash-sources.ts'
import { newProvingKey } from '../setup/new-proving-key.ts'
import { readPtauPower } from '../setup/read-ptau-power.ts'
import { readR1cs } from '../setup/read-r1cs.ts'
import { withCurve } from '../setup/with-curve.ts'
import type { Ceremony } from './ceremony.ts'
import { publishedPtau } from './published-ptau.ts'
import { type Transcript, writeTranscript } from './transcript.ts'

/** Compiles the circuits and creates the initial keys for the first contributor. */
export function beginCeremony(
  ceremony: Ceremony,
  ptau: { file: string; sha256?: string; blake2b?: string },
): Promise<Transcript> {
  const { folder, tools, versions, sources, shared, progress } = ceremony
  return withCurve(async () => {
    if (existsSync(join(folder, 'transcript.json'))) throw begunAlready()
    progress('checking the hash of the powers of tau')
    const checked = await checkPtau(ptau.file, ptau)
    const circuits: Transcript['circuits'] = {}
    for (const name of ceremony.circuits) {
      const home = join(folder, name)
      await mkdir(home, { recursive: true })
      progress(`circuit "${name}": compiling`)
      const { r1cs, wasm } = await compileCircuit(tools, { sources, name, to: home })
      progress(`circuit "${name}": creating its initial key`)
      const file = '0000.zkey'
      await newProvingKey({ name, r1cs, ptau: ptau.file, to: join(home, file) })
      circuits[name] = {
        sources: await hashSources(sources, name, shared),
        r1cs: await hashFile(r1cs),
        wasm: await hashFile(wasm),
        constraints: readR1cs(await readFile(r1cs)).constraintCount,
        steps: [{ file, sha256: await hashFile(join(home, file)) }],
      }
    }
    const transcript: Transcript = { format: 1, tools: versions, ptau: checked, contributors: [], circuits }
    await writeTranscript(folder, transcript)
    return transcript
  })
}

function begunAlready(): OperatorError {
  return new OperatorError({
    code: 'ceremony.begun',
    message: 'This folder already contains a ceremony.',
    remedy: 'Contribute to it, or use an empty folder.',
  })
}

/**
 * Accepts powers of tau only if their hash is known: either a published hash, or a hash that the operator
 * obtained from the publisher.
 */
async function checkPtau(
  file: string,
  given: { sha256?: string; blake2b?: string } = {},
): Promise<Transcript['ptau']> {
  const power = await readPtauPower(file)
  const [sha256, blake2b] = [await hashFile(file, 'sha256'), await hashFile(file, 'blake2b512')]
  const isGiven = given.sha256 !== undefined || given.blake2b !== undefined
  const fits = isGiven
    ? (given.sha256 ?? sha256) === sha256 && (given.blake2b ?? blake2b) === blake2b
    : publishedPtau[power] === blake2b
  if (fits) return { power, sha256, blake2b, checkedBy: isGiven ? 'operator' : 'published table' }
  throw new OperatorError({
    code: 'ceremony.other-ptau',
    message: isGiven
      ? 'The powers of tau do not match the given hash.'
      : `The powers of tau (2^${power}) have no known hash.`,
    remedy: isGiven
      ? 'Download the file again, or compare the hash with the publisher’s.'
      : 'Pass the publisher’s hash with --blake2b or --sha256.',
  })
}
