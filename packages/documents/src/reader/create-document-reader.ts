import { UserError } from '@touchstone/common'
import { imageLimits, refuseLarge } from '@touchstone/images/decode'
import { createWorkPool, workerFile } from '@touchstone/workers'
import type { AddressProofReading } from '../address/address-proof-reading.ts'
import { proofLimits } from '../address/proof-limits.ts'
import type { DocumentReading } from '../read/document-reading.ts'

export type DocumentReader = {
  /** One or several pictures of the page with the zone and, where the photo is on the other side, of that side. */
  read(input: { pictures: readonly Uint8Array[]; today: string }): Promise<DocumentReading>
  /** A PDF, or a photo of a letter. */
  readAddressProof(input: {
    file: Uint8Array
    today: string
    /** Who should be named on it: first and last name in any order. */
    expectedName?: string
  }): Promise<AddressProofReading>
  /** How much waits and how much runs, for metrics. */
  load(): { waiting: number; running: number }
  close(): Promise<void>
}

export type DocumentReaderOptions = {
  /** Threads; each holds about 250 MB while it reads print. */
  workers: number
  /** How many may wait beside those that are being read; past it the caller is told to try again. */
  queueLimit: number
  /** Of one reading, from the moment it starts to wait. */
  timeLimitMs?: number
  /** Accepts the invented state of specimens (UTO): for demonstrations and tests only. */
  allowSpecimen?: boolean
  /** Keeps idle threads: the first reading after a pause is spared the second that the text reader takes to start. */
  keepWarm?: boolean
  /** Whether the printed part of the page is read too and held against the zone; on unless it is turned off. */
  crossCheck?: boolean
}

const mostPictures = 6

/** Reads documents in threads of their own: what is handed in is decoded, read and forgotten there. */
export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { allowSpecimen = false, crossCheck = true } = options
  const pool = createWorkPool({
    file: workerFile(import.meta.url, './document-worker.ts'),
    workers: options.workers,
    queueLimit: options.queueLimit,
    timeLimitMs: options.timeLimitMs ?? 30_000,
    heapLimitMb: 768,
    keepWarm: options.keepWarm ?? false,
  })
  return {
    async read({ pictures, today }) {
      checkDay(today)
      if (pictures.length === 0 || pictures.length > mostPictures) throw pictureCount()
      for (const picture of pictures) refuseLarge(picture, imageLimits.maxBytes)
      return pool.run<DocumentReading>('readDocument', { pictures, today, allowSpecimen, crossCheck })
    },
    async readAddressProof({ file, today, expectedName }) {
      checkDay(today)
      refuseLarge(file, proofLimits.maxBytes)
      return pool.run<AddressProofReading>('readAddressProof', { file, today, expectedName })
    },
    load: () => pool.load(),
    close: () => pool.close(),
  }
}

function checkDay(today: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today)) throw new Error('today is not given as YYYY-MM-DD')
}

function pictureCount(): UserError {
  return new UserError({
    code: 'document.picture-count',
    message: `Between one and ${mostPictures} pictures of a document can be read at a time.`,
    remedy: 'Send fewer pictures of the same document.',
  })
}
