import { type KycContext, tablesOf } from '../context.ts'
import { updateSsiWallet } from './person-store.ts'

/** The wallet of the device that the person goes on with. Only before a token lies in the one of before. */
export async function bindSsiWallet(
  context: KycContext,
  input: { personId: number; ssiWallet: string },
): Promise<void> {
  await updateSsiWallet(tablesOf(context), input)
}
