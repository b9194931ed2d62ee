import { networkOf } from '@touchstone/common'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import type { Services } from '../../plugins/services.ts'

const triesPerSecond = 5

/** Applies a per-network limit to the calls of visitors who are not signed in. */
export async function countNetwork(
  { limiter }: Services,
  ip: string,
  reply: Parameters<typeof applyRateLimit>[2],
): Promise<void> {
  const policy = { name: 'sign-in', key: `sign-in:${networkOf(ip)}`, limit: triesPerSecond }
  await applyRateLimit(limiter, policy, reply)
}
