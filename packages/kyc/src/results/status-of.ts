import { statusesOf } from '../journeys/statuses.ts'
import type { Program } from '../programs/program-store.ts'
import type { ResultRow } from './result-store.ts'

/**
 * Returns the status of the journey as it applies to this account. It excludes a result shared for another
 * account of the person, and chain data about another wallet.
 */
export function statusOf({ kind }: Program, { status, shared, onChain, mintMode }: ResultRow): string {
  const { steps, passed, failed } = statusesOf({ kind, mintMode })
  if (status === failed || (shared && status === passed)) return status
  const isOfOther = (step: string) => step === passed || (step === 'OnChain Minted' && !onChain)
  const own = steps.slice(0, steps.indexOf(status) + 1).filter((step) => !isOfOther(step))
  return own.at(-1) ?? status
}

/** Returns the time of the result if it was shared for this account; null otherwise. */
export function completedAtOf({ shared, completedAt }: ResultRow): Date | null {
  return shared ? completedAt : null
}
