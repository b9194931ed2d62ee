import { defaultTransferPolicy, RiskPolicy } from '@touchstone/contract'
import { Errors } from 'typebox/value'
import { problemsOfRules } from './check-rules.ts'
import { riskyClasses } from './risk-policy.ts'
import { floor } from './scale.ts'

/** Lists a policy's problems, one per line. The policy is valid if the list is empty. */
export function problemsOfPolicy(value: unknown): string[] {
  // The rules have a check of their own, because the schema of their conditions has no clear messages.
  const { rules, ...others } = (value ?? {}) as { rules?: unknown }
  const ofRules = rules === undefined ? [] : problemsOfRules(rules)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return [...problemsOfMembers(isObject ? others : value), ...ofRules]
}

function problemsOfMembers(value: unknown): string[] {
  const problems = Errors(RiskPolicy, value).flatMap(({ keyword, instancePath, message, params }) => {
    const where = instancePath.slice(1).replaceAll('/', '.')
    // The schema reports an unknown member twice: once for the member and once for the object that contains
    // it. Drops the report for the object.
    if (keyword === 'boolean') return `${where} is not a policy member`
    if (keyword === 'additionalProperties') return []
    if (keyword === 'enum')
      return `${where} must be one of ${(params as { allowedValues: unknown[] }).allowedValues}`
    return `${where === '' ? 'the policy' : where} ${message}`
  })
  return problems.length > 0 ? problems : problemsOfMeaning(value as RiskPolicy)
}

/** Checks rules that the schema cannot express. */
function problemsOfMeaning(policy: RiskPolicy): string[] {
  const problems: string[] = []
  const { moderate, high, severe } = policy.levels
  if (!(floor < moderate && moderate < high && high < severe)) {
    problems.push(`levels must rise in the order moderate, high, severe, and must all be above ${floor}`)
  }
  if (policy.own.severe !== 100)
    problems.push('own.severe must be 100, because that is the score of a malicious address')
  if (policy.own.suspected < 91) problems.push('own.suspected must be at least 91')
  const ladders = {
    own: policy.own,
    'received.weights': policy.received.weights,
    'sent.weights': policy.sent.weights,
  }
  for (const [name, ladder] of Object.entries(ladders)) {
    const steps = riskyClasses.map((riskClass) => ladder[riskClass])
    if (steps.some((step, index) => step > (steps[index - 1] ?? 100))) {
      problems.push(`${name} must not increase in the order severe, suspected, high, medium`)
    }
  }
  const { review, block } = { ...defaultTransferPolicy, ...policy.transfer }
  if (!(floor < review && review <= block)) {
    problems.push(`transfer.review must be above ${floor} and at most transfer.block`)
  }
  const fractions = {
    'received.decay': policy.received.decay,
    'sent.decay': policy.sent.decay,
    dust_usd: policy.dust_usd,
    least_share: policy.least_share,
  }
  for (const [name, fraction] of Object.entries(fractions)) {
    if (Math.round(fraction * 1e6) / 1e6 !== fraction) problems.push(`${name} has more than six decimals`)
  }
  return problems
}
