/**
 * Thrown if the mail server refuses the address. The requester is not notified, because that would reveal
 * which addresses exist.
 */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'

  constructor() {
    super('the mail server does not accept mail for this address')
  }
}
