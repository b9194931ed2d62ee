import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { accountFingerprint, loginFingerprint } from '../journeys/account.ts'
import { loginColumn } from '../sealed-columns.ts'
import { selectUserDetail, type UserDetailRow } from './show-user-store.ts'

export type UserDetail = {
  svcId: string
  ssiWallet: string
  /** Masked, unless the operator requests the full value. */
  login: string
  createdAt: string
  journeys: Pick<
    UserDetailRow,
    | 'journeyId'
    | 'mchNo'
    | 'programNo'
    | 'test'
    | 'kind'
    | 'status'
    | 'attempt'
    | 'reasonCode'
    | 'journal'
    | 'accounts'
  >[]
}

/**
 * Returns the data that an operator can see about a person: the person's journeys with their journals. `user`
 * is a svcId, a login or an account.
 */
export async function showUser(
  context: KycContext,
  input: { user: string; reveal: boolean },
): Promise<UserDetail[]> {
  const { user, reveal } = input
  const rows = await selectUserDetail(tablesOf(context), {
    // PostgreSQL text cannot contain this character, so no stored value can match.
    svcId: user.replaceAll('\0', ''),
    loginFingerprint: loginFingerprint(context.vault, user),
    accountFingerprint: accountFingerprint(context.vault, user),
  })
  if (rows.length === 0) throw new InputError('user', 'is not known')
  const people = new Map<string, UserDetail>()
  for (const { svcId, ssiWallet, createdAt, loginSealed, ...journey } of rows) {
    const login = context.vault.open(loginSealed, loginColumn.at(svcId))
    const person = people.get(svcId) ?? {
      svcId,
      ssiWallet,
      login: reveal ? login : masked(login),
      createdAt: createdAt.toISOString(),
      journeys: [],
    }
    person.journeys.push(journey)
    people.set(svcId, person)
  }
  return [...people.values()]
}

function masked(login: string): string {
  const [name = '', domain] = login.split('@')
  return domain === undefined ? `${login.slice(0, 4)}…` : `${name.slice(0, 1)}…@${domain}`
}
