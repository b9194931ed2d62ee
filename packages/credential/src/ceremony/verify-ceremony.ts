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
 * Verifies finished keys using only the sources, the public powers of tau and the transcript. Returns one
 * sentence per problem, or an empty list. `ceremony.folder` contains the keys.
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
    expect(!manifest.development, 'The manifest marks these as development keys.')
    expect(beacon !== undefined, 'The ceremony was not finished with a beacon.')
    expect(contributors.length >= 2, 'The ceremony had fewer than two contributors.')
    progress('checking the hash of the powers of tau')
    const ptauHashes = [await hashFile(ptau, 'sha256'), await hashFile(ptau, 'blake2b512')]
    const ptauFits = ptauHashes[0] === transcript.ptau.sha256 && ptauHashes[1] === transcript.ptau.blake2b
    expect(ptauFits, 'The powers of tau do not match the transcript.')
    expect(manifest.ptau.sha256 === transcript.ptau.sha256, 'The powers of tau do not match the manifest.')
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-verify-'))
    try {
      for (const name of ceremony.circuits) {
        const recorded = transcript.circuits[name]
        const stored = manifest.circuits[name]
        if (recorded === undefined || stored === undefined) {
          problems.push(`The circuit "${name}" is missing.`)
          continue
        }
        progress(`circuit "${name}": compiling`)
        const { r1cs, wasm } = await compileCircuit(tools, { sources, name, to: folder })
        const source = await hashSources(sources, name, shared)
        expect(
          source === recorded.sources && source === stored.sources,
          `"${name}": the sources do not match the transcript.`,
        )
        expect(
          (await hashFile(r1cs)) === recorded.r1cs,
          `"${name}": the sources compile to different constraints.`,
        )
        expect(
          (await hashFile(wasm)) === recorded.wasm,
          `"${name}": the sources compile to a different program.`,
        )
        const home = join(keys, name)
        for (const file of keyFiles) {
          const hash = await hashFile(join(home, file))
          expect(hash === stored.files[file].sha256, `"${name}": ${file} does not match the manifest.`)
        }
        const provingKey = join(home, 'proving.zkey')
        expect(
          stored.files['circuit.wasm'].sha256 === recorded.wasm,
          `"${name}": the program does not match the transcript.`,
        )
        const last = recorded.steps.at(-1)?.sha256
        expect(
          stored.files['proving.zkey'].sha256 === last,
          `"${name}": the key is not the last key in the transcript.`,
        )
        progress(`circuit "${name}": checking its key against the powers of tau`)
        const { holds, contributions } = await checkKey(r1cs, ptau, provingKey)
        expect(holds, `"${name}": the key was not created from these constraints and powers of tau.`)
        expect(
          matchesTranscript(contributions, transcript, name),
          `"${name}": the contributions do not match the transcript.`,
        )
        const verification = await readFile(join(home, 'verification.json'), 'utf8')
        const exported = await verificationText(provingKey).catch(() => '')
        expect(verification === exported, `"${name}": verification.json does not match the key.`)
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
  // snarkjs throws for a damaged file.
  const holds = await zKey.verifyFromR1cs(r1cs, ptau, provingKey, logger).catch(() => false)
  return { holds, contributions: readLoggedContributions(lines) }
}

function matchesTranscript(
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
 * Returns the contributions in a key, oldest first. snarkjs has no API for this, so the contributions are
 * parsed from its verification log, which lists them newest first. snarkjs verifies contributions before it
 * writes them to the log.
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
