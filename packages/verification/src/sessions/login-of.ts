import type { Vault } from '@touchstone/common'
import { sessionLoginColumn } from '../sealed-columns.ts'
import type { Session } from './session.ts'

/** What the person has logged in with; undefined before. */
export function loginOf({ vault }: { vault: Vault }, session: Session): string | undefined {
  const { loginSealed, parentId, id } = session
  return loginSealed ? vault.open(loginSealed, sessionLoginColumn.at(parentId ?? id)) : undefined
}
