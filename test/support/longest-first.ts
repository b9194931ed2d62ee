import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from '../../scripts/test-plan.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** This file creates the demo. All other files in `test/e2e` wait for the demo. */
const firstStart = 'test/e2e/first-start.test.ts'
/**
 * Total duration in seconds of the test files that run during the first start, chosen to be about as long as
 * the first start.
 */
const besideFirstStart = 90
/** Assumed duration in seconds of a file that has not been timed in any run. */
const unknown = 5

/**
 * Starts the longest files first. If a long file started last, the other cores would be idle while it runs.
 * Files that need the demo run after the first start, and files that do not need it run during the first
 * start.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = readDurations()
    const nameOf = ({ moduleId }: TestSpecification) => relative(root, moduleId)
    const secondsOf = (file: TestSpecification) => seconds[nameOf(file)] ?? unknown
    const sorted = [...files].sort((one, other) => secondsOf(other) - secondsOf(one))
    const start = sorted.filter((file) => nameOf(file) === firstStart)
    const beside: TestSpecification[] = []
    if (start.length > 0) {
      let left = besideFirstStart
      for (const file of sorted) {
        if (left <= 0) break
        if (!nameOf(file).startsWith('packages/')) continue
        beside.push(file)
        left -= secondsOf(file)
      }
    }
    const first = new Set([...start, ...beside])
    return [...first, ...sorted.filter((file) => !first.has(file))]
  }
}
