import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zKey } from 'snarkjs'
import { type KeyManifest, keyFiles } from '../keys/key-manifest.ts'
import { compileCircuit } from '../setup/compile-circuit.ts'
import { hashFile } from '../setup/hash-file.ts'
import { hashSources } from '../setup/hash-sources.ts'
import { verificationText } from '../setup/verification-text.ts'
import { withCurve } from '../setup/with-curve.ts'
import type { Ceremony } from './ceremony.ts'
import { beaconName, readTranscript, type Transcript } from './transcript.ts'

/**
 * Checks finished keys from nothing but the sources, the public powers of tau and the transcript: everything that is
 * wrong, as sentences; nothing where all is well. `ceremony.folder` is the folder of keys.
 */
export function verifyCeremony(ceremony: Ceremony, ptau: string): Promise<string[]> {
  const { folder: keys, tools, sources, shared, progress } = ceremony
  return withCurve(async () => {
    const problems: string[] = []
    const expect = (holds: boolean, otherwise: string) => {
      if (!holds) problems.push(otherwise)
    }
    const transcript = await readTranscript(keys)
    const manifest = JSON.parse(await readFile(join(keys, 'manifest.json'), 'utf8')) as KeyManifest
    const { beacon, contributors } = transcript
    expect(!manifest.development, 'The manifest says that these are development keys.')
    expect(beacon !== undefined, 'The ceremony was not finished with a beacon.')
    expect(contributors.length >= 2, 'There were fewer than two contributors.')
    progress('checking the hash of the powers of tau')
    const ptauHashes = [await hashFile(ptau, 'sha256'), await hashFile(ptau, 'blake2b512')]
    const ptauFits = ptauHashes[0] === transcript.ptau.sha256 && ptauHashes[1] === transcript.ptau.blake2b
    expect(ptauFits, 'The powers of tau are not those of the transcript.')
    expect(manifest.ptau.sha256 === transcript.ptau.sha256, 'The manifest names other powers of tau.')
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-verify-'))
    try {
      for (const name of ceremony.circuits) {
        const said = transcript.circuits[name]
        const stored = manifest.circuits[name]
        if (said === undefined || stored === undefined) {
          problems.push(`The circuit "${name}" is missing.`)
          continue
        }
        progress(`circuit "${name}": compiling`)
        const { r1cs, wasm } = await compileCircuit(tools, { sources, name, to: folder })
        const source = await hashSources(sources, name, shared)
        expect(source === said.sources && source === stored.sources, `"${name}": the sources are others.`)
        expect((await hashFile(r1cs)) === said.r1cs, `"${name}": the sources give other constraints.`)
        expect((await hashFile(wasm)) === said.wasm, `"${name}": the sources give another program.`)
        const home = join(keys, name)
        for (const file of keyFiles) {
          const hash = await hashFile(join(home, file))
          expect(hash === stored.files[file].sha256, `"${name}": ${file} is not the one of the manifest.`)
        }
        const provingKey = join(home, 'proving.zkey')
        expect(stored.files['circuit.wasm'].sha256 === said.wasm, `"${name}": the program is another one.`)
        const last = said.steps.at(-1)?.sha256
        expect(stored.files['proving.zkey'].sha256 === last, `"${name}": not the last key of the transcript.`)
        progress(`circuit "${name}": checking its key against the powers of tau`)
        const { holds, contributions } = await checkKey(r1cs, ptau, provingKey)
        expect(holds, `"${name}": the key does not come from these constraints and powers of tau.`)
        expect(isAsSaid(contributions, transcript, name), `"${name}": the contributions are others.`)
        const verification = await readFile(join(home, 'verification.json'), 'utf8')
        const exported = await verificationText(provingKey).catch(() => '')
        expect(verification === exported, `"${name}": verification.json belongs to another key.`)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return problems
  })
}

async function checkKey(
  r1cs: string,
  ptau: string,
  provingKey: string,
): Promise<{ holds: boolean; contributions: LoggedContribution[] }> {
  const lines: string[] = []
  const info = (text: string) => void lines.push(text)
  const ignore = () => undefined
  const logger = { info, debug: ignore, warn: ignore, error: ignore }
  // A damaged file is told by throwing.
  const holds = await zKey.verifyFromR1cs(r1cs, ptau, provingKey, logger).catch(() => false)
  return { holds, contributions: readLoggedContributions(lines) }
}

function isAsSaid(
  contributions: readonly LoggedContribution[],
  transcript: Transcript,
  name: string,
): boolean {
  const hashes = transcript.circuits[name]?.steps.slice(1).map((step) => step.contributionHash)
  const beacon = transcript.beacon
  const expected = [...transcript.contributors, beaconName].map((by, i) => ({
    name: by,
    hash: hashes?.[i],
    ...(by === beaconName && { beacon }),
  }))
  return JSON.stringify(contributions) === JSON.stringify(expected)
}

type LoggedContribution = { name: string; hash: string; beacon?: { hash: string; iterations: number } }

/**
 * The contributions that a key holds, first one first, from what snarkjs logs (last one first) while it verifies it: it
 * has no call that hands them out. What it has logged it has also checked.
 */
function readLoggedContributions(lines: readonly string[]): LoggedContribution[] {
  const found: LoggedContribution[] = []
  for (const line of lines) {
    const [, name, hash] = /^contribution #\d+ (.*):\n([\s0-9a-f]+)$/.exec(line) ?? []
    if (name !== undefined && hash !== undefined) found.unshift({ name, hash: hash.replace(/\s/g, '') })
    const generator = /^Beacon generator: ([0-9a-f]+)$/.exec(line)?.[1]
    const iterations = /^Beacon iterations Exp: (\d+)$/.exec(line)?.[1]
    const [current] = found
    if (current && generator !== undefined) current.beacon = { hash: generator, iterations: 0 }
    if (current?.beacon && iterations !== undefined) current.beacon.iterations = Number(iterations)
  }
  return found
}
