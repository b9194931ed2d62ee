import type { Program } from '../programs/program-store.ts'
import type { CheckName } from '../programs/requirements.ts'
import type { ResultRow } from './result-store.ts'

/**
 * null when the check is not asked for; else whether it has passed. A result is of what was asked when it was made: who
 * has passed before a check was added was never asked for it.
 */
export function verdictOf(program: Program, row: ResultRow | undefined, check: CheckName): boolean | null {
  const { checks } = row ?? program
  return checks.includes(check) ? (row?.verdicts[check] ?? false) : null
}
