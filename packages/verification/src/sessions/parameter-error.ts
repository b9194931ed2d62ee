import { UserError } from '@touchstone/common'

/** Something that the hosting page gave is wrong; the code names which. */
export function parameterError(name: string, message: string, remedy: string): UserError {
  return new UserError({ code: `parameter.${name}`, message, remedy })
}
