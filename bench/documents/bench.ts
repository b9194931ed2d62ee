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

/** Milliseconds of processor time, all threads of this process together: it holds when others use the machine. */
export async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
