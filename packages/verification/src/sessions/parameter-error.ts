import { UserError } from '@touchstone/common'

/** An invalid parameter from the hosting page. The code names the parameter. */
export function parameterError(name: string, message: string, remedy: string): UserError {
  return new UserError({ code: `parameter.${name}`, message, remedy })
}
