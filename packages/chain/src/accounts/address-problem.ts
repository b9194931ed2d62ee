import { UserError } from '@touchstone/common'

/**
 * Creates the error for an invalid address. The error never contains the address, because addresses can be
 * personal data.
 */
export function addressProblem(code: string, message: string, remedy: string): UserError {
  return new UserError({ code: `account.${code}`, message, remedy })
}
