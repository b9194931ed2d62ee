import type { NameAccounts } from '@touchstone/contract'
import { canonicalAccount } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { sessionAccountsColumn } from '../sealed-columns.ts'
import { parameterError } from './parameter-error.ts'
import { accountNames, type Session } from './session.ts'
import { updateSession } from './session-store.ts'

/**
 * Stores in the session the identifiers that the hosting page uses for its user, with the associated account
 * first. If the associated account changes, the person must authorize again.
 */
export async function nameAccounts(
  context: VerificationContext,
  session: Session,
  input: NameAccounts,
): Promise<Session> {
  if (session.role !== 'own') throw otherStep()
  const names = [...new Set(input.accounts.map((account) => account.trim()))].filter((each) => each !== '')
  const [first] = names
  if (first === undefined) {
    throw parameterError(
      'accounts',
      'The site did not state which account this is for.',
      'The site that you came from has to correct this.',
    )
  }
  const [before] = accountNames(context, session)
  const isSame = before !== undefined && canonicalAccount(before) === canonicalAccount(first)
  return await updateSession(journeyTablesOf(context), session.id, {
    accounts_sealed: context.vault.seal(JSON.stringify(names), sessionAccountsColumn.at(session.id)),
    ...(!isSame && { authorized_at: null }),
  })
}
