import type { Program } from '../programs/program-store.ts'
import type { CheckName } from '../programs/requirements.ts'
import type { ResultRow } from './result-store.ts'

/**
 * Returns null if the check was not required, or whether it passed. A result covers the requirements of its
 * time: people who passed before a check was added are not affected by it.
 */
export function verdictOf(program: Program, row: ResultRow | undefined, check: CheckName): boolean | null {
  const { checks } = row ?? program
  return checks.includes(check) ? (row?.verdicts[check] ?? false) : null
}
