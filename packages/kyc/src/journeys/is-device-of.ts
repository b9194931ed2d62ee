import { type KycContext, tablesOf } from '../context.ts'
import { loginFingerprint } from './account.ts'
import { selectPersonByLogin } from './person-store.ts'

/** Whether the wallet on a device is that of the person with a login. */
export async function isDeviceOf(
  context: KycContext,
  input: { login: string; ssiWallet: string },
): Promise<boolean> {
  const person = await selectPersonByLogin(tablesOf(context), loginFingerprint(context.vault, input.login))
  return person?.ssiWallet === input.ssiWallet
}
