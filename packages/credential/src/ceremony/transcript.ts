import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import type { KeyManifest } from '../keys/key-manifest.ts'

/** One step of one circuit: the resulting file and the hash of the contribution. */
export type TranscriptStep = {
  file: string
  sha256: string
  /** Absent for the initial key, which has no contribution. */
  contributionHash?: string
}

export type Transcript = {
  format: 1
  tools: KeyManifest['tools']
  ptau: { power: number; sha256: string; blake2b: string; checkedBy: 'published table' | 'operator' }
  /** The names that the contributors chose, in order. */
  contributors: string[]
  beacon?: { hash: string; iterations: number }
  circuits: Record<
    string,
    { sources: string; r1cs: string; wasm: string; constraints: number; steps: TranscriptStep[] }
  >
}

export const beaconName = 'beacon'

export async function readTranscript(folder: string): Promise<Transcript> {
  try {
    const transcript = JSON.parse(await readFile(join(folder, 'transcript.json'), 'utf8')) as Transcript
    if (transcript.format === 1) return transcript
  } catch (cause) {
    throw noTranscript(cause)
  }
  throw noTranscript()
}

export async function writeTranscript(folder: string, transcript: Transcript): Promise<void> {
  await writeFile(join(folder, 'transcript.json'), `${JSON.stringify(transcript, null, 2)}\n`)
}

function noTranscript(cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'ceremony.no-transcript',
    message: 'The folder contains no ceremony transcript.',
    remedy: 'Use the folder of a ceremony, or start a new ceremony.',
    cause,
  })
}
