import type { Operation } from '@touchstone/contract'
import type { Settings } from '@touchstone/runtime'

/**
 * Returns whether an operation is served and documented. Without a ledger, the address risk operations always
 * respond that they are not ready.
 */
export function isServed({ group }: Operation, { ledgerUrl }: Pick<Settings, 'ledgerUrl'>): boolean {
  return group !== 'Address risk' || ledgerUrl !== 'off'
}
