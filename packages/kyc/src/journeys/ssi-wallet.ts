import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { loginFingerprint } from './account.ts'
import { selectPersonByLogin, updateSsiWallet } from './person-store.ts'

/** Stores the wallet of the device that the person currently uses. */
export async function bindSsiWallet(
  db: KycDb,
  input: { personId: number; ssiWallet: string },
): Promise<void> {
  await updateSsiWallet(db, input)
}

/** Returns whether the wallet of a device belongs to the person with this login. */
export async function isDeviceOf(
  context: KycContext,
  input: { login: string; ssiWallet: string },
): Promise<boolean> {
  const person = await selectPersonByLogin(tablesOf(context), loginFingerprint(context.vault, input.login))
  return person?.ssiWallet === input.ssiWallet
}
