import { OperatorError } from '@touchstone/common'

/** What was handed in does not show what the model is to be relied on for. */
export function calibrationError(message: string, remedy: string): OperatorError {
  return new OperatorError({ code: 'biometrics.calibration', message, remedy })
}
