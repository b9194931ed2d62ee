import { createDocumentReader, type DocumentReader, type DocumentReaderOptions } from '@touchstone/documents'
import type { Cleanup } from '../support/cleanup.ts'
import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = { pages: number; kept: number }
export type Bench = BenchOf<Sizes>

export const fullSizes: Sizes = { pages: 30, kept: 40 }
export const quickSizes: Sizes = { pages: 5, kept: 8 }

export function openReader(cleanup: Cleanup, options: Partial<DocumentReaderOptions> = {}): DocumentReader {
  const reader = createDocumentReader({
    workers: 1,
    queueLimit: 2,
    timeLimitMs: 120_000,
    allowSpecimen: true,
    ...options,
  })
  cleanup.add(() => reader.close())
  return reader
}

export const today = '2026-11-15'
