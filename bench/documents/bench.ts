import type { DocumentReader, DocumentReaderOptions } from '@touchstone/documents'
import type { Progress } from '../support/progress.ts'
import type { Sizes } from './sizes.ts'

export type Bench = {
  sizes: Sizes
  progress: Progress
  openReader(options?: Partial<DocumentReaderOptions>): DocumentReader
}

export const today = '2026-11-15'

/** Milliseconds of processor time, all threads of this process together: it holds when others use the machine. */
export async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
