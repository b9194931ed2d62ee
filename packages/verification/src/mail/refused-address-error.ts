/** The mail server takes nothing for this address. Whoever asked is not told: it would say which addresses exist. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'

  constructor() {
    super('the mail server does not take mails for this address')
  }
}
