import type { CheckName } from '../programs/checks.ts'
import type { Program } from '../programs/program-store.ts'
import type { ResultRow } from './result-store.ts'

/** null when the program does not ask for the check; else whether it has passed. */
export function verdictOf(program: Program, row: ResultRow | undefined, check: CheckName): boolean | null {
  if (!program.checks.includes(check)) return null
  return row?.verdicts[check] ?? false
}
