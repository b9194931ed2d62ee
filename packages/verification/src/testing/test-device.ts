import { createHash } from 'node:crypto'
import type { DeviceWallet } from '@touchstone/contract'
import { openSsiWallet, signChallenge } from '@touchstone/credential/holder'
import { deviceChallenge } from '../sessions/device-challenge.ts'
import type { Session } from '../sessions/session.ts'

/**
 * Returns the wallet of the named device, with a signature for the session. The same name always returns the
 * same wallet.
 */
export async function testDevice(session: Pick<Session, 'deviceNonce'>, name: string): Promise<DeviceWallet> {
  const wallet = await openSsiWallet(createHash('sha256').update(`device ${name}`).digest())
  const { address: ssiWallet, commitment } = wallet
  return { ssiWallet, commitment, signature: await signChallenge(wallet, deviceChallenge(session)) }
}
