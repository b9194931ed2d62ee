import { UserError } from '@touchstone/common'

/** An address that is none. The address itself is never repeated: it may be a person's. */
export function addressProblem(code: string, message: string, remedy: string): UserError {
  return new UserError({ code: `account.${code}`, message, remedy })
}
