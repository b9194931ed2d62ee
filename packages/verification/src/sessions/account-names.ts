import type { Vault } from '@touchstone/common'
import type { Session } from './session.ts'

/** How the hosting page named its user, the associated account first; in the page's own words. */
export function accountNames({ vault }: { vault: Vault }, session: Session): string[] {
  return session.accountsSealed ? (JSON.parse(vault.open(session.accountsSealed)) as string[]) : []
}
