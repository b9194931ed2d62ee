import { createHash } from 'node:crypto'
import type { DeviceWallet } from '@touchstone/contract'
import { openSsiWallet, signChallenge } from '@touchstone/credential/holder'
import { deviceChallenge } from '../sessions/device-challenge.ts'
import type { Session } from '../sessions/session.ts'

/** The wallet of a device of that name, which has signed for the session: the same name is the same device. */
export async function testDevice(session: Pick<Session, 'deviceNonce'>, name: string): Promise<DeviceWallet> {
  const wallet = await openSsiWallet(createHash('sha256').update(`device ${name}`).digest())
  const { address: ssiWallet, commitment } = wallet
  return { ssiWallet, commitment, signature: await signChallenge(wallet, deviceChallenge(session)) }
}
