import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage and returns the memory to the operating system. The call blocks for a few tenths of a
 * second, so use it only after work that needed much more memory than normal operation. Without the call, the
 * enlarged heap is kept until it fills again, which can take days.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Objects released by finalizers are collected only in the next run.
  collect()
  collect()
}
