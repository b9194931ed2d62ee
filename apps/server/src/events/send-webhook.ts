import { AddressRefused, type ExternalRules, requestExternal } from '@touchstone/common'
import type { SendWebhook } from '@touchstone/kyc'
import { version } from '../version.ts'

export type SendOptions = ExternalRules & { readonly timeoutMs?: number }

const defaultTimeoutMs = 10_000

/** Creates a sender that reaches only external receivers, and reads only the status of the response. */
export function createWebhookSender(options: SendOptions): SendWebhook {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  return async ({ url, headers, body, signal }) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      const response = await requestExternal(options, {
        ...{ url, method: 'POST', body, signal: ends },
        headers: { ...headers, 'user-agent': `Touchstone/${version}` },
      })
      // The response body is discarded, because it is not needed and could be endless.
      response.on('error', () => {})
      response.destroy()
      const status = response.statusCode ?? 0
      return status >= 200 && status < 300
        ? { accepted: true }
        : { accepted: false, problem: `answered ${status}` }
    } catch (error) {
      if (error instanceof AddressRefused) return { accepted: false, problem: error.message }
      return { accepted: false, problem: ends.aborted ? 'no answer in time' : describe(error) }
    }
  }
}

/**
 * Returns only the kind of failure, because the error message could contain the receiver's address.
 */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'no connection'
}
