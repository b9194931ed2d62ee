import { UserError } from '@touchstone/common'

/** Creates the error for an invalid parameter from the hosting page. The error code names the parameter. */
export function parameterError(name: string, message: string, remedy: string): UserError {
  return new UserError({ code: `parameter.${name}`, message, remedy })
}
