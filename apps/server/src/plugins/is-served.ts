import type { Operation } from '@touchstone/contract'
import type { Settings } from '@touchstone/runtime'

/**
 * Without a ledger, the address risk operations respond only that they are not ready, so no document lists
 * them.
 */
export function isServed({ group }: Operation, { ledgerUrl }: Pick<Settings, 'ledgerUrl'>): boolean {
  return group !== 'Address risk' || ledgerUrl !== 'off'
}
