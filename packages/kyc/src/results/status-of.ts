import { statusesOf } from '../journeys/statuses.ts'
import type { Program } from '../programs/program-store.ts'
import type { ResultRow } from './result-store.ts'

/**
 * The journey's status, as far as it is the account's own: a result that was shared for another account of the person's
 * is not said of this one, nor what a chain knows of another wallet.
 */
export function statusOf({ kind }: Program, { status, shared, onChain, mintMode }: ResultRow): string {
  const { steps, passed, failed } = statusesOf({ kind, mintMode })
  if (status === failed || (shared && status === passed)) return status
  const isOfOther = (step: string) => step === passed || (step === 'OnChain Minted' && !onChain)
  const own = steps.slice(0, steps.indexOf(status) + 1).filter((step) => !isOfOther(step))
  return own.at(-1) ?? status
}

/** When it was shared for this account's journey; null as long as the account has no share in it. */
export function completedAtOf({ shared, completedAt }: ResultRow): Date | null {
  return shared ? completedAt : null
}
