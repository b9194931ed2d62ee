import { expect } from 'vitest'
import type { Visit } from './open-visit.ts'

/** Ends a visit, and checks that the browser has reported no unexpected problems. */
export async function during(visit: Visit, walk: () => Promise<void>, expected = /^$/): Promise<void> {
  try {
    await walk()
    expect(visit.problems.filter((problem) => !expected.test(problem))).toEqual([])
  } finally {
    await visit.close()
  }
}
