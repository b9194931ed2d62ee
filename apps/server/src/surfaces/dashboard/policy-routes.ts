import {
  Done,
  MerchantPolicy,
  PolicyPreview,
  PreviewPolicy,
  RecentAddresses,
  SetPolicy,
} from '@touchstone/contract'
import { InputError } from '@touchstone/kyc'
import {
  basePolicyOf,
  fingerprintOf,
  hasOverride,
  listRecentAddresses,
  overrideOf,
  policyOfMerchant,
  previewPolicy,
  problemsOfOverride,
} from '@touchstone/kyt'
import { changePolicy, removePolicy } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import type { Services } from '../../plugins/services.ts'
import { signalOfHangUp } from '../../plugins/signal-of-hang-up.ts'
import { changedBy, memberNoOf } from './changed-by.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/**
 * Limit for previews, each of which scores up to ten addresses. The limit applies per merchant, so that one
 * merchant's previews do not slow down those of other merchants.
 */
const previewsPerSecond = 2
const timeLimitMs = 4000

/**
 * Routes for a merchant's risk policy and for a preview of how a different policy would score recently
 * queried addresses.
 */
export function addPolicyRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { runtime, kytReader, limiter } = services
  const { kyt } = runtime
  const path = '/merchants/:mchNo/policy'

  serve({
    method: 'GET',
    path,
    permission: 'risk.read',
    answer: MerchantPolicy,
    async handle({ mchNo = '' }) {
      const [policy, own, base] = [
        await policyOfMerchant(kyt, mchNo),
        await hasOverride(kyt, mchNo),
        basePolicyOf(kyt),
      ]
      return {
        ...{ policy, fingerprint: fingerprintOf(policy), own },
        base: { version: base.version, fingerprint: fingerprintOf(base) },
      }
    },
  })
  serve<SetPolicy>({
    method: 'POST',
    path,
    permission: 'policy.change',
    body: SetPolicy,
    answer: Done,
    async handle(call) {
      const { mchNo = '', body } = call
      const before = await policyOfMerchant(kyt, mchNo)
      // Responses contain the policy version, so two different policies must not have the same version.
      if (before.version === body.policy.version)
        throw new InputError('version', 'must differ from the version of the previous policy')
      await changePolicy(
        runtime,
        { mchNo, policy: overrideOf(kyt, body.policy), memberNo: memberNoOf(call) },
        changedBy(call),
      )
      return done
    },
  })
  serve({
    method: 'POST',
    path: `${path}/remove`,
    permission: 'policy.change',
    answer: Done,
    async handle(call) {
      await removePolicy(runtime, { mchNo: call.mchNo ?? '', memberNo: memberNoOf(call) }, changedBy(call))
      return done
    },
  })
  serve({
    method: 'GET',
    path: `${path}/asked`,
    permission: 'policy.change',
    answer: RecentAddresses,
    async handle({ mchNo = '' }) {
      await services.recentQueries.flush()
      const recent = await listRecentAddresses(kyt, { merchant: mchNo })
      return { addresses: recent.map(({ at, ...each }) => ({ ...each, at: at.toISOString() })) }
    },
  })
  serve<PreviewPolicy>({
    method: 'POST',
    path: `${path}/preview`,
    permission: 'policy.change',
    body: PreviewPolicy,
    answer: PolicyPreview,
    async handle({ mchNo = '', body: { policy, addresses }, reply }) {
      const limit = { name: 'policy-preview', key: `policy-preview:${mchNo}`, limit: previewsPerSecond }
      await applyRateLimit(limiter, limit, reply)
      const problems = problemsOfOverride(kyt, policy)
      if (problems.length > 0) throw new InputError('policy', `is invalid: ${problems.join('; ')}`)
      const signal = signalOfHangUp(reply)
      return {
        previewed: await previewPolicy(kytReader, {
          merchant: mchNo,
          policy,
          addresses,
          timeLimitMs,
          signal,
        }),
      }
    },
  })
}
