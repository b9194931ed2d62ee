import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentReader, DocumentReading } from '@touchstone/documents'
import type { Progress } from '../../bench/support/progress.ts'
import { cpuTime } from '../../bench/support/turns.ts'
import { today } from './make-pages.ts'
import { countWrong } from './tally.ts'

/** The result for one public picture of a specimen document. */
export type PhotoResult = {
  file: string
  status: DocumentReading['status']
  /** Number of misread characters in the zone. Undefined if no zone of the expected shape was read. */
  wrongCharacters: number | undefined
  /** Size of the expected machine-readable zone: columns by lines. */
  shape: string
  hints: string[]
  reasons: string[]
  milliseconds: number
}

export type PhotoOptions = {
  reader: DocumentReader
  progress: Progress
  /** Folder with the pictures, which are not part of the project. */
  folder: string
  /** JSON file with the transcribed zone lines of each picture. Skips pictures without an entry. */
  truths: string
}

/** Reads each picture once. Returns undefined if there are no pictures. */
export async function evaluatePhotos(options: PhotoOptions): Promise<PhotoResult[] | undefined> {
  const { reader, progress, folder } = options
  const truths = JSON.parse(readFileSync(options.truths, 'utf8')) as Record<string, string[]>
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => truths[file] !== undefined) : []
  if (files.length === 0) return undefined
  const results: PhotoResult[] = []
  for (const [index, file] of files.sort().entries()) {
    progress('reading photos', index, files.length)
    const truth = truths[file] ?? []
    const picture = new Uint8Array(readFileSync(join(folder, file)))
    const [reading, milliseconds] = await cpuTime(() => reader.read({ pictures: [picture], today }))
    results.push({
      file,
      status: reading.status,
      wrongCharacters: countWrong(truth, reading.document?.lines),
      shape: `${truth.length} x ${truth[0]?.length ?? 0}`,
      hints: reading.hints.map(({ code }) => code),
      reasons: reading.reasons,
      milliseconds,
    })
  }
  return results
}

export function photoCounts(results: readonly PhotoResult[]) {
  const accepted = results.filter(({ status }) => status === 'accepted')
  return {
    photos: results.length,
    right: results.filter(({ wrongCharacters }) => wrongCharacters === 0).length,
    accepted: accepted.length,
    wrongAccepted: accepted.filter(({ wrongCharacters }) => wrongCharacters !== 0).length,
  }
}
