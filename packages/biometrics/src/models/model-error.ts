import { OperatorError } from '@touchstone/common'

/** Thrown if one of the operator's models, its description or its calibration is invalid. */
export function modelError(message: string, remedy: string, cause?: unknown): OperatorError {
  return new OperatorError({ code: 'biometrics.model', message, remedy, cause })
}
