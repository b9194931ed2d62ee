import { UserError } from '@touchstone/common'
import {
  Done,
  RuleEffect,
  RuleEffectQuery,
  RulesTested,
  RuleVersions,
  RuleVersionsQuery,
  SetRules,
  type Static,
  TestRules,
  type TransferRule,
  TransferRules,
} from '@touchstone/contract'
import { InputError } from '@touchstone/kyc'
import {
  backtestRules,
  categories,
  findRuleProblems,
  fingerprintOf,
  listPolicyVersions,
  overrideOf,
  policyOfMerchant,
  rulesOf,
  showCaseNumbers,
} from '@touchstone/kyt'
import { changePolicy } from '@touchstone/runtime'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { applyRateLimit } from '../../plugins/rate-limit/apply-rate-limit.ts'
import type { Services } from '../../plugins/services.ts'
import { changedBy, memberNoOf } from './changed-by.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/** Limit for tests of rules, each of which reads thousands of decisions. It applies per merchant. */
const testsPerSecond = 2
const defaultLast = 1000
const examples = 20
const maxRulesBytes = 512 * 1024

/** Routes for the rules that decide on transfers: their effect, a test of other rules, and their versions. */
export function addRulesRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)
  const { runtime, limiter } = services
  const { kyt } = runtime
  const base = '/merchants/:mchNo/rules'

  const effectOf = async (of: {
    merchant: string
    rules: readonly TransferRule[]
    limit: number
    reply: FastifyReply
  }): Promise<RuleEffect> => {
    const { merchant, rules, limit, reply } = of
    const rate = { name: 'rule-tests', key: `rule-tests:${merchant}`, limit: testsPerSecond }
    await applyRateLimit(limiter, rate, reply)
    const { changed, ...effect } = await backtestRules(kyt, { merchant, rules, limit })
    const shown = changed.slice(0, examples)
    const numbers = await showCaseNumbers(kyt, { merchant, ids: shown.map(({ id }) => id) })
    return {
      ...effect,
      rules: [...effect.rules],
      changed: changed.length,
      examples: shown.flatMap((one) => {
        const found = numbers.get(one.id)
        return found === undefined ? [] : [{ ...one, ...found }]
      }),
    }
  }

  serve({
    method: 'GET',
    path: base,
    permission: 'people.read',
    answer: TransferRules,
    async handle({ mchNo = '' }) {
      const policy = await policyOfMerchant(kyt, mchNo)
      return {
        ...{ rules: [...rulesOf(policy)], own: policy.rules !== undefined, version: policy.version },
        ...{ fingerprint: fingerprintOf(policy), categories: [...categories] },
      }
    },
  })
  serve<undefined, Static<typeof RuleEffectQuery>>({
    method: 'GET',
    path: `${base}/effect`,
    permission: 'people.read',
    query: RuleEffectQuery,
    answer: RuleEffect,
    async handle({ mchNo: merchant = '', query, reply }) {
      const rules = rulesOf(await policyOfMerchant(kyt, merchant))
      return await effectOf({ merchant, rules, limit: Number(query.last ?? defaultLast), reply })
    },
  })
  serve<TestRules>({
    method: 'POST',
    path: `${base}/test`,
    permission: 'policy.change',
    body: TestRules,
    bodyLimit: maxRulesBytes,
    answer: RulesTested,
    async handle({ mchNo: merchant = '', body, reply }) {
      const problems = findRuleProblems(body.rules)
      if (problems.length > 0) return { problems, effect: null }
      const rules = body.rules as TransferRule[]
      return { problems, effect: await effectOf({ merchant, rules, limit: body.last, reply }) }
    },
  })
  serve<SetRules>({
    method: 'POST',
    path: base,
    permission: 'policy.change',
    body: SetRules,
    bodyLimit: maxRulesBytes,
    answer: Done,
    async handle(call) {
      const { mchNo = '', body } = call
      const before = await policyOfMerchant(kyt, mchNo)
      if (fingerprintOf(before) !== body.replaces) throw changed()
      // Decisions contain the policy version, so two different policies must not have the same version.
      if (before.version === body.version)
        throw new InputError('version', 'must differ from the version of the previous policy')
      const { rules: _, ...rest } = overrideOf(kyt, before)
      const rules = body.rules === null ? {} : { rules: body.rules }
      const policy = { ...rest, version: body.version, ...rules }
      await changePolicy(runtime, { mchNo, policy, memberNo: memberNoOf(call) }, changedBy(call))
      return done
    },
  })
  serve<undefined, Static<typeof RuleVersionsQuery>>({
    method: 'GET',
    path: `${base}/versions`,
    permission: 'people.read',
    query: RuleVersionsQuery,
    answer: RuleVersions,
    async handle({ mchNo: merchant = '', query: { before } }) {
      const of = { merchant, ...(before !== undefined && { before: Number(before) }) }
      const { versions, more } = await listPolicyVersions(kyt, of)
      const shown = versions.map(({ at, rules, ...version }) => ({
        ...{ ...version, at: at.toISOString(), rules: rules === undefined ? null : [...rules] },
      }))
      return { versions: shown, more }
    },
  })
}

function changed(): UserError {
  return new UserError({
    code: 'rules.changed',
    message: 'The policy has been changed since you opened the rules.',
    remedy: 'Reload the page and make your changes again.',
  })
}
