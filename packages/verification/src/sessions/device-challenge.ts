import { isSignedBy } from '@touchstone/chain/accounts'
import { UserError } from '@touchstone/common'
import type { DeviceWallet } from '@touchstone/contract'
import type { Session } from './session.ts'

/** What the wallet of a device signs: good for this session alone. */
export function deviceChallenge({ deviceNonce }: Pick<Session, 'deviceNonce'>): string {
  return `Touchstone: the wallet of this device is here, for session ${deviceNonce}.`
}

/** A device names its wallet; what it has not, it can't name. */
export async function requireSigned(session: Session, device: DeviceWallet): Promise<void> {
  const { ssiWallet: address, signature } = device
  if (await isSignedBy({ address, message: deviceChallenge(session), signature })) return
  throw new UserError({
    code: 'device.not-proven',
    message: 'The wallet of this device did not sign what it was asked to.',
    remedy: 'Load the page again. If that does not help, use another browser.',
    retryable: true,
  })
}
