import type { ClientOptions } from '../client-options.ts'
import { createClient } from '../create-client.ts'
import { TouchstoneApiError } from '../touchstone-api-error.ts'

/** Merchant number of the test client. */
export const mchNo = 'M2026111500000000000000000000001'
/** API key of the test client. */
export const apiKey = '1f0c9a2b.5d7e0c4f8a1b3d6e9f2a5c8b1e4d7f0a'

/**
 * Creates a client that does not wait between attempts. Instead, it records each wait with the maximum
 * jitter.
 */
export function testClient(options: Omit<ClientOptions, 'mchNo' | 'apiKey'>) {
  const waits: number[] = []
  const client = createClient({
    mchNo,
    apiKey,
    random: () => 0.999,
    sleep: async (milliseconds) => {
      waits.push(milliseconds)
    },
    ...options,
  })
  return { client, waits }
}

/** Returns the error of a call that is expected to fail. */
export async function failureOf(call: Promise<unknown>): Promise<TouchstoneApiError> {
  const outcome = await call.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
  if (outcome instanceof TouchstoneApiError) return outcome
  throw new Error('the call did not fail with a TouchstoneApiError', { cause: outcome })
}
