import { UserError } from '@touchstone/common'
import { imageLimits, refuseLarge } from '@touchstone/images/decode'
import { createWorkPool, workerFile } from '@touchstone/workers'
import type { AddressProofReading } from '../address/address-proof-reading.ts'
import { proofLimits } from '../address/proof-limits.ts'
import type { DocumentReading } from '../read/document-reading.ts'

export type DocumentReader = {
  /**
   * Reads one or more pictures of the page with the zone. If the photo is on the other side, include pictures
   * of that side. With `copies`, the reading includes a copy of each picture that can be stored.
   */
  read(input: { pictures: readonly Uint8Array[]; today: string; copies?: boolean }): Promise<DocumentReading>
  /** Reads a PDF or a photo of a letter. */
  readAddressProof(input: {
    file: Uint8Array
    today: string
    /** The person who must be named on the letter: first and last name in any order. */
    expectedName?: string
  }): Promise<AddressProofReading>
  /** Number of waiting and running readings, for metrics. */
  load(): { waiting: number; running: number }
  close(): Promise<void>
}

export type DocumentReaderOptions = {
  /** Number of threads. Each uses about 250 MB while it reads print. */
  workers: number
  /** Number of readings that can wait for a thread. Further calls fail with `work.busy`. */
  queueLimit: number
  /** Time limit for one reading, including the time in the queue. */
  timeLimitMs?: number
  /** Accepts the invented state (UTO) on specimens. For demonstrations and tests only. */
  allowSpecimen?: boolean
  /**
   * How long idle threads are kept. The first reading after the threads have stopped takes a second longer,
   * because the text reader has to start.
   */
  idleMs?: number
  /** Whether to compare the zone with the text printed elsewhere on the page. Default: true. */
  crossCheck?: boolean
}

const mostPictures = 6

/** Decodes and reads documents in separate threads. Does not store any input. */
export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { allowSpecimen = false, crossCheck = true } = options
  const pool = createWorkPool({
    file: workerFile(import.meta.url, './document-worker.ts'),
    workers: options.workers,
    queueLimit: options.queueLimit,
    timeLimitMs: options.timeLimitMs ?? 30_000,
    heapLimitMb: 768,
    ...(options.idleMs !== undefined && { idleMs: options.idleMs }),
  })
  return {
    async read({ pictures, today, copies = false }) {
      checkDay(today)
      if (pictures.length === 0 || pictures.length > mostPictures) throw pictureCount()
      for (const picture of pictures) refuseLarge(picture, imageLimits.maxBytes)
      const input = { pictures, today, allowSpecimen, crossCheck, copies }
      return pool.run<DocumentReading>('readDocument', input)
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
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today)) throw new Error('today must have the form YYYY-MM-DD')
}

function pictureCount(): UserError {
  return new UserError({
    code: 'document.picture-count',
    message: `Between one and ${mostPictures} pictures of a document can be read at a time.`,
    remedy: 'Send fewer pictures of the same document.',
  })
}
