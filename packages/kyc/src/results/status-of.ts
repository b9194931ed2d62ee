import { statusesOf } from '../journeys/statuses.ts'
import type { Program } from '../programs/program-store.ts'
import type { ResultRow } from './result-store.ts'

/**
 * Returns the status of the journey for this account. Excludes a result that is shared for another of the
 * person's accounts, and chain data that belongs to another wallet.
 */
export function statusOf({ kind }: Program, { status, shared, onChain, mintMode }: ResultRow): string {
  const { steps, passed, failed } = statusesOf({ kind, mintMode })
  if (status === failed || (shared && status === passed)) return status
  const isOfOther = (step: string) => step === passed || (step === 'OnChain Minted' && !onChain)
  const own = steps.slice(0, steps.indexOf(status) + 1).filter((step) => !isOfOther(step))
  return own.at(-1) ?? status
}

/**
 * Returns the time at which the journey was completed, if the result was shared for this account. Returns
 * null otherwise.
 */
export function completedAtOf({ shared, completedAt }: ResultRow): Date | null {
  return shared ? completedAt : null
}
