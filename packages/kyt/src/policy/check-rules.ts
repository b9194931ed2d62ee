import { maxTransferRules, type RuleFact, ruleConditions, TransferRule } from '@touchstone/contract'
import { Errors } from 'typebox/value'
import { findCoin } from '../coins/find-coin.ts'
import { categories, isCategory } from '../labels/categories.ts'

const facts = Object.keys(ruleConditions) as RuleFact[]

/**
 * Lists the problems of rules, one per line, each with the name of the rule and the place in it. The rules are
 * valid if the list is empty.
 */
export function problemsOfRules(rules: unknown): string[] {
  if (!Array.isArray(rules)) return ['rules must be a list']
  if (rules.length > maxTransferRules) return [`rules must have at most ${maxTransferRules} items`]
  const problems = rules.flatMap((rule, index) => problemsOfRule(rule, index))
  const names = rules.flatMap((rule) => (isObject(rule) && typeof rule.name === 'string' ? [rule.name] : []))
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  return repeated === undefined ? problems : [...problems, `rules: two rules have the name ${repeated}`]
}

function problemsOfRule(rule: unknown, index: number): string[] {
  if (!isObject(rule)) return [`rules.${index} must be an object`]
  const where = typeof rule.name === 'string' ? `rule ${rule.name.slice(0, 60)}` : `rules.${index}`
  const { when, ...rest } = rule
  // The conditions are checked one by one, because the schema of all kinds together has no clear messages.
  const own = Errors(TransferRule, { ...rest, when: { all: [{ fact: 'first_use' }] } }).flatMap((error) =>
    describeError(where, error),
  )
  return [...own, ...problemsOfGroup(when, `${where}: when`, 0)]
}

function problemsOfGroup(group: unknown, where: string, depth: number): string[] {
  if (!isObject(group)) return [`${where} must be an object with all or any`]
  const names = Object.keys(group)
  const [name = ''] = names
  if (names.length !== 1 || (name !== 'all' && name !== 'any')) {
    return [`${where} must have exactly one of all and any`]
  }
  const parts = group[name]
  if (!Array.isArray(parts) || parts.length === 0)
    return [`${where}.${name} must list at least one condition`]
  if (parts.length > 20) return [`${where}.${name} must list at most 20 conditions`]
  return parts.flatMap((part, index) => {
    const place = `${where}.${name}.${index}`
    if (isObject(part) && !('fact' in part) && ('all' in part || 'any' in part)) {
      return depth === 0 ? problemsOfGroup(part, place, depth + 1) : [`${place} is nested too deeply`]
    }
    return problemsOfCondition(part, place)
  })
}

function problemsOfCondition(condition: unknown, where: string): string[] {
  if (!isObject(condition)) return [`${where} must be an object`]
  const { fact } = condition
  const schema = facts.includes(fact as RuleFact) ? ruleConditions[fact as RuleFact] : undefined
  if (schema === undefined) return [`${where}.fact must be one of ${facts.join(', ')}`]
  const problems = Errors(schema, condition).flatMap((error) => describeError(where, error))
  return problems.length > 0 ? problems : problemsOfMeaning(condition, where)
}

/** Checks what the schema cannot express. */
function problemsOfMeaning(condition: Record<string, unknown>, where: string): string[] {
  const { fact, min_usd, below_usd, min_count } = condition
  const problems: string[] = []
  if (fact === 'exposure') {
    const unknown = (condition.categories as string[]).filter((name) => !isCategory(name))
    if (unknown.length > 0) problems.push(`${where}.categories may contain only ${categories.join(', ')}`)
  }
  if (fact === 'coin' && (condition.in as string[]).some((coin) => findCoin(coin)?.identifier !== coin)) {
    problems.push(`${where}.in may contain only coins, spelled as in support_coin`)
  }
  if (fact === 'amount' && min_usd === undefined && below_usd === undefined) {
    problems.push(`${where} needs min_usd or below_usd`)
  }
  if (fact === 'amount' && below_usd !== undefined && Number(min_usd ?? 0) >= Number(below_usd)) {
    problems.push(`${where}.min_usd must be less than below_usd`)
  }
  if (fact === 'velocity' && min_usd === undefined && min_count === undefined) {
    problems.push(`${where} needs min_usd or min_count`)
  }
  for (const [name, value] of Object.entries(condition)) {
    if (typeof value === 'number' && Math.round(value * 1e6) / 1e6 !== value) {
      problems.push(`${where}.${name} has more than six decimals`)
    }
  }
  return problems
}

type SchemaError = { keyword: string; instancePath: string; message: string; params: unknown }

function describeError(where: string, { keyword, instancePath, message, params }: SchemaError): string[] {
  const path = instancePath === '' ? '' : `.${instancePath.slice(1).replaceAll('/', '.')}`
  // An unknown member is reported twice: once for the member and once for the object that contains it.
  if (keyword === 'boolean') return [`${where}${path} is not known`]
  if (keyword === 'additionalProperties') return []
  if (keyword === 'enum') {
    return [
      `${where}${path} must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}`,
    ]
  }
  return [`${where}${path} ${message}`]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
