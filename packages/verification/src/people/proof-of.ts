import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import { selectPersonFile } from './person-file-store.ts'

/**
 * How long a move or an erasure is delayed if a face was the only proof, and how long a device counts as
 * proven only by a face.
 */
export const waitAfterFaceMs = 24 * 3_600_000

/**
 * How a session proves that the person is present. `new`: the login has no credential yet. `none`: only the
 * login is proven, which does not identify a known person. `face`: the device received the credentials through
 * a face match less than a day ago. `key`: the device has held the credentials' secret for longer.
 */
export type Proof = 'new' | 'none' | 'face' | 'key'

export async function proofOf(
  context: VerificationContext,
  { personId, ssiWallet }: { personId: number; ssiWallet: string },
  session: Pick<Session, 'commitment' | 'ssiWallet'>,
): Promise<Proof> {
  const file = await selectPersonFile(journeyTablesOf(context), personId)
  if (!file?.commitment) return 'new'
  if (file.commitment !== session.commitment || ssiWallet !== session.ssiWallet) return 'none'
  const movedAt = file.movedAt?.getTime()
  return movedAt !== undefined && context.clock.now() - movedAt < waitAfterFaceMs ? 'face' : 'key'
}
