import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import type { KeyManifest } from '../keys/key-manifest.ts'

/** One step of one circuit: the file it left, and what it proves of itself. */
export type TranscriptStep = {
  file: string
  sha256: string
  /** Absent for the first file, to which nobody has contributed. */
  contributionHash?: string
}

export type Transcript = {
  format: 1
  tools: KeyManifest['tools']
  ptau: { power: number; sha256: string; blake2b: string; checkedBy: 'published table' | 'operator' }
  /** In the order of their turns: names that the contributors chose. */
  contributors: string[]
  beacon?: { hash: string; iterations: number }
  circuits: Record<
    string,
    { sources: string; r1cs: string; wasm: string; constraints: number; steps: TranscriptStep[] }
  >
}

/** The contribution of the beacon has this name. */
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
    message: 'The folder has no transcript of a ceremony.',
    remedy: 'Name the folder of a ceremony, or begin one.',
    cause,
  })
}
