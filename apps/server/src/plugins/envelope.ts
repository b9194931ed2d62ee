import type { Clock } from '@touchstone/common'
import {
  commonSuccess,
  type EnvelopeName,
  errorCatalogue,
  gatewaySuccess,
  type Operation,
  type ServiceError,
} from '@touchstone/contract'

export type Answer = { http: number; code: number; body: object; allow?: string }

/** Wraps data in the envelope of its operation. */
export function successAnswer(envelope: EnvelopeName, data: unknown, clock: Clock): Answer {
  switch (envelope) {
    case 'common':
      return { http: 200, code: commonSuccess, body: { code: commonSuccess, message: 'success', data } }
    case 'gateway':
      return {
        http: 200,
        code: gatewaySuccess,
        body: { code: gatewaySuccess, data, msg: 'success', timestamp: clock.now() },
      }
    case 'profile':
      return { http: 200, code: commonSuccess, body: { success: true, msg: 'success', data } }
  }
}

/**
 * Wraps an error in the same envelope. The token exchange returns the bare text, as its contract requires.
 */
export function errorAnswer(
  envelope: EnvelopeName,
  error: ServiceError,
  clock: Clock,
  operation?: Operation,
): Answer {
  const entry = errorCatalogue[error.kind]
  const text = operation?.bareErrorTexts ? entry.text : error.message
  switch (envelope) {
    case 'common':
      return {
        http: entry.common,
        code: entry.common,
        body: { code: entry.common, message: text, data: null },
      }
    case 'gateway':
      return {
        http: entry.gateway.http,
        code: entry.gateway.code,
        body: { code: entry.gateway.code, data: null, msg: text, timestamp: clock.now() },
      }
    case 'profile':
      return { http: entry.common, code: entry.common, body: { success: false, msg: text, data: null } }
  }
}
