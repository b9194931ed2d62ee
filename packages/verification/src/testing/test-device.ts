import { createHash } from 'node:crypto'
import type { DeviceWallet } from '@touchstone/contract'
import { privateKeyToAccount } from 'viem/accounts'
import { deviceChallenge } from '../sessions/device-challenge.ts'
import type { Session } from '../sessions/session.ts'

/** The wallet of a device of that name, which has signed for the session: the same name is the same device. */
export async function testDevice(session: Session, name: string): Promise<DeviceWallet> {
  const key = createHash('sha256').update(`device ${name}`).digest()
  const wallet = privateKeyToAccount(`0x${key.toString('hex')}`)
  return {
    ssiWallet: wallet.address,
    commitment: String(key.readUIntBE(0, 6)),
    signature: await wallet.signMessage({ message: deviceChallenge(session) }),
  }
}
