import { OperatorError } from '@touchstone/common'

/** A model of the operator's, its description or its calibration can't be used. */
export function modelError(message: string, remedy: string, cause?: unknown): OperatorError {
  return new OperatorError({ code: 'biometrics.model', message, remedy, cause })
}
