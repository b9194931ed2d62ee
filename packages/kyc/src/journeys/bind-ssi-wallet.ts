import type { KycDb } from '../context.ts'
import { updateSsiWallet } from './person-store.ts'

/** The wallet of the device that the person has from now on, in all that is said of them. */
export async function bindSsiWallet(
  db: KycDb,
  input: { personId: number; ssiWallet: string },
): Promise<void> {
  await updateSsiWallet(db, input)
}
