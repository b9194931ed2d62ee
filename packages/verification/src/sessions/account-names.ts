import type { Vault } from '@touchstone/common'
import { sessionAccountsColumn } from '../sealed-columns.ts'
import type { Session } from './session.ts'

/** How the hosting page named its user, the associated account first; in the page's own words. */
export function accountNames({ vault }: { vault: Vault }, session: Session): string[] {
  const { accountsSealed, parentId, id } = session
  if (!accountsSealed) return []
  return JSON.parse(vault.open(accountsSealed, sessionAccountsColumn.at(parentId ?? id))) as string[]
}
