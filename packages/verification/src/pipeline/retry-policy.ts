import { OperatorError, UserError } from '@touchstone/common'
import { InvalidStateError } from '../journey/invalid-state-error.ts'

/**
 * The number of failed runs after which a step's journey is stuck. Together, these runs take about ten
 * minutes for a fault in the service's own code or data, and about a day for an external outage (a node, a
 * store or a list).
 */
export const retryLimits = { own: 8, outside: 150 }

const firstSeconds = 5
const mostSeconds = 600

/** Returns the delay after a number of failures: 5 seconds, doubled with each failure up to 10 minutes. */
export function retryDelaySeconds(failures: number): number {
  return Math.min(mostSeconds, firstSeconds * 2 ** (failures - 1))
}

export function retryLimitOf(error: unknown): number {
  return isOwnFault(error) ? retryLimits.own : retryLimits.outside
}

/** Returns the error's code, or its name if it has no code. The result contains no personal data. */
export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? 'unknown')
}

const builtIn = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'])

/**
 * Returns whether a retry with the same code and data would fail again. Network and library errors have a
 * code, a cause or a name of their own. Errors thrown by this code in an impossible state have none of these.
 */
function isOwnFault(error: unknown): boolean {
  if (error instanceof InvalidStateError) return true
  if (error instanceof OperatorError) return false
  if (error instanceof UserError) return !error.retryable
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: unknown }
  return builtIn.has(name ?? '') && code === undefined && cause === undefined
}
