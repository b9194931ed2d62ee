import { isSignedBy } from '@touchstone/chain/accounts'
import { UserError } from '@touchstone/common'
import type { DeviceWallet } from '@touchstone/contract'
import type { Session } from './session.ts'

/** Returns the message that the device's wallet signs. The message is valid only for this session. */
export function deviceChallenge({ deviceNonce }: Pick<Session, 'deviceNonce'>): string {
  return `Touchstone: the wallet of this device is here, for session ${deviceNonce}.`
}

/** Verifies the wallet's signature, so that a device cannot claim another device's wallet. */
export async function requireSigned(session: Session, device: DeviceWallet): Promise<void> {
  const { ssiWallet: address, signature } = device
  if (await isSignedBy({ address, message: deviceChallenge(session), signature })) return
  throw new UserError({
    code: 'device.not-proven',
    message: "This device's wallet did not sign the request.",
    remedy: 'Reload the page. If that does not help, use another browser.',
    retryable: true,
  })
}
