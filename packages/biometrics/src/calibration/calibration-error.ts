import { OperatorError } from '@touchstone/common'

/** Thrown if the labelled photographs do not support the claims. */
export function calibrationError(message: string, remedy: string): OperatorError {
  return new OperatorError({ code: 'biometrics.calibration', message, remedy })
}
