import { OperatorError, UserError } from '@touchstone/common'
import { InvalidStateError } from '../journey/invalid-state-error.ts'

/**
 * How often a failing step runs before its journey is stuck. A fault of the service's own code or data ends
 * after about ten minutes, an outage outside of it (a node, a store, a list) after about a day.
 */
export const retryLimits = { own: 8, outside: 150 }

const firstSeconds = 5
const mostSeconds = 600

/** Returns the delay after a number of failures: 5 seconds, doubled by every failure, at most 10 minutes. */
export function retryDelaySeconds(failures: number): number {
  return Math.min(mostSeconds, firstSeconds * 2 ** (failures - 1))
}

export function retryLimitOf(error: unknown): number {
  return isOwnFault(error) ? retryLimits.own : retryLimits.outside
}

/** The code of the error, or the name of an error without a code. Contains no personal data. */
export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? 'unknown')
}

const builtIn = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'])

/**
 * Whether the same data and the same code would fail again. Errors of the network and of libraries have a
 * code, a cause or a name of their own; errors that this code throws on an impossible state have none.
 */
function isOwnFault(error: unknown): boolean {
  if (error instanceof InvalidStateError) return true
  if (error instanceof OperatorError) return false
  if (error instanceof UserError) return !error.retryable
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: unknown }
  return builtIn.has(name ?? '') && code === undefined && cause === undefined
}
