import type { Program } from '../programs/program-store.ts'
import type { CheckName } from '../programs/requirements.ts'
import type { ResultRow } from './result-store.ts'

/**
 * Returns whether the check passed, or null if the check was not required. The requirements are those at the
 * time of the result: a check that was added to the program later does not affect the result.
 */
export function verdictOf(program: Program, row: ResultRow | undefined, check: CheckName): boolean | null {
  const { checks } = row ?? program
  return checks.includes(check) ? (row?.verdicts[check] ?? false) : null
}

/** Marks a result of a test program. The results of other programs have no such member. */
export function testMark({ test }: Pick<Program, 'test'>): { test?: true } {
  return test ? { test: true } : {}
}
