import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { loginFingerprint } from './account.ts'
import { selectPersonByLogin, updateSsiWallet } from './person-store.ts'

/** The wallet of the device that the person has from now on, in all that is said of them. */
export async function bindSsiWallet(
  db: KycDb,
  input: { personId: number; ssiWallet: string },
): Promise<void> {
  await updateSsiWallet(db, input)
}

/** Whether the wallet on a device is that of the person with a login. */
export async function isDeviceOf(
  context: KycContext,
  input: { login: string; ssiWallet: string },
): Promise<boolean> {
  const person = await selectPersonByLogin(tablesOf(context), loginFingerprint(context.vault, input.login))
  return person?.ssiWallet === input.ssiWallet
}
