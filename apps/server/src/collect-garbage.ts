import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage and returns the memory to the system. Blocks for some tenths of a second: only for the end of
 * work that needed much more memory than the service does. Otherwise, the heap of the peak is kept until it fills
 * again, which can take days.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Objects released by finalizers are collected only in the next run.
  collect()
  collect()
}
