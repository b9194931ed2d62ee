import type { Operation } from '@touchstone/contract'
import type { Settings } from '@touchstone/runtime'

/** Without a ledger the operations of address risk only answer that they are not ready: no document lists them. */
export function isServed({ group }: Operation, { ledgerUrl }: Pick<Settings, 'ledgerUrl'>): boolean {
  return group !== 'Address risk' || ledgerUrl !== 'off'
}
