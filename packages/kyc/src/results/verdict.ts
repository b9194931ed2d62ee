import type { Program } from '../programs/program-store.ts'
import type { CheckName } from '../programs/requirements.ts'
import type { ResultRow } from './result-store.ts'

/**
 * Returns whether the check passed, or null if it was not required. A result covers the requirements at its
 * time: a check that was added later does not affect it.
 */
export function verdictOf(program: Program, row: ResultRow | undefined, check: CheckName): boolean | null {
  const { checks } = row ?? program
  return checks.includes(check) ? (row?.verdicts[check] ?? false) : null
}
