import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { compileCircuit } from '../setup/compile-circuit.ts'
import { hashFile } from '../setup/hash-file.ts'
import { hashSources } from '../setup/hash-sources.ts'
import { newProvingKey } from '../setup/new-proving-key.ts'
import { readR1cs } from '../setup/read-r1cs.ts'
import { withCurve } from '../setup/with-curve.ts'
import type { Ceremony } from './ceremony.ts'
import { checkPtau } from './check-ptau.ts'
import { type Transcript, writeTranscript } from './transcript.ts'

/** Compiles the circuits and makes the keys to which the first contributor adds. */
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
      progress(`circuit "${name}": making its first key`)
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
    message: 'A ceremony has begun in this folder.',
    remedy: 'Contribute to it, or name an empty folder.',
  })
}
