import { maxTransferRules, type RuleFact, ruleConditions, TransferRule } from '@touchstone/contract'
import { Errors } from 'typebox/value'
import { findCoin } from '../coins/find-coin.ts'
import { categories, isCategory } from '../labels/categories.ts'

const facts = Object.keys(ruleConditions) as RuleFact[]

/** A problem of a rule, with the place of the value. */
export type RuleProblem = {
  /** Index of the rule, or -1 if the problem is about the list. */
  readonly rule: number
  /** Members and indexes from the rule to the value, separated by dots, such as `when.all.0.min_usd`. */
  readonly place: string
  readonly message: string
}

/**
 * Lists the problems of rules, one per line, each with the name of the rule and the place in it. The rules are
 * valid if the list is empty.
 */
export function problemsOfRules(rules: unknown): string[] {
  return findRuleProblems(rules).map(({ rule, place, message }) => {
    if (rule === -1) return `rules${place === '' ? '' : ':'} ${message}`
    const name = nameOf(Array.isArray(rules) ? rules[rule] : undefined)
    const where = name === undefined ? `rules.${rule}` : `rule ${name.slice(0, 60)}`
    if (place === '') return `${where} ${message}`
    return /^when\b/.test(place) ? `${where}: ${place} ${message}` : `${where}.${place} ${message}`
  })
}

/** Lists the problems of rules with their places. */
export function findRuleProblems(rules: unknown): RuleProblem[] {
  if (!Array.isArray(rules)) return [{ rule: -1, place: '', message: 'must be a list' }]
  if (rules.length > maxTransferRules)
    return [{ rule: -1, place: '', message: `must have at most ${maxTransferRules} items` }]
  const problems = rules.flatMap((rule, index) =>
    problemsOfRule(rule).map((problem) => ({ rule: index, ...problem })),
  )
  const names = rules.map(nameOf)
  const repeated = names.find((name, index) => name !== undefined && names.indexOf(name) !== index)
  if (repeated === undefined) return problems
  return [...problems, { rule: -1, place: 'name', message: `two rules have the name ${repeated}` }]
}

const nameOf = (rule: unknown) => (isObject(rule) && typeof rule.name === 'string' ? rule.name : undefined)

type Problem = Omit<RuleProblem, 'rule'>

function problemsOfRule(rule: unknown): Problem[] {
  if (!isObject(rule)) return [{ place: '', message: 'must be an object' }]
  const { when, ...rest } = rule
  // The conditions are checked one by one, because the schema of all kinds together has no clear messages.
  const own = Errors(TransferRule, { ...rest, when: { all: [{ fact: 'first_use' }] } }).flatMap((error) =>
    describeError('', error),
  )
  return [...own, ...problemsOfGroup(when, 'when', 0)]
}

function problemsOfGroup(group: unknown, place: string, depth: number): Problem[] {
  if (!isObject(group)) return [{ place, message: 'must be an object with all or any' }]
  const names = Object.keys(group)
  const [name = ''] = names
  if (names.length !== 1 || (name !== 'all' && name !== 'any')) {
    return [{ place, message: 'must have exactly one of all and any' }]
  }
  const parts = group[name]
  const list = `${place}.${name}`
  if (!Array.isArray(parts) || parts.length === 0)
    return [{ place: list, message: 'must list at least one condition' }]
  if (parts.length > 20) return [{ place: list, message: 'must list at most 20 conditions' }]
  return parts.flatMap((part, index) => {
    const at = `${list}.${index}`
    if (isObject(part) && !('fact' in part) && ('all' in part || 'any' in part)) {
      return depth === 0
        ? problemsOfGroup(part, at, depth + 1)
        : [{ place: at, message: 'is nested too deeply' }]
    }
    return problemsOfCondition(part, at)
  })
}

function problemsOfCondition(condition: unknown, place: string): Problem[] {
  if (!isObject(condition)) return [{ place, message: 'must be an object' }]
  const { fact } = condition
  const schema = facts.includes(fact as RuleFact) ? ruleConditions[fact as RuleFact] : undefined
  if (schema === undefined) return [{ place: `${place}.fact`, message: `must be one of ${facts.join(', ')}` }]
  const problems = Errors(schema, condition).flatMap((error) => describeError(place, error))
  return problems.length > 0 ? problems : problemsOfMeaning(condition, place)
}

/** Checks what the schema cannot express. */
function problemsOfMeaning(condition: Record<string, unknown>, place: string): Problem[] {
  const { fact, min_usd, below_usd, min_count } = condition
  const problems: Problem[] = []
  const add = (name: string, message: string) =>
    problems.push({ place: name === '' ? place : `${place}.${name}`, message })
  if (fact === 'exposure') {
    const unknown = (condition.categories as string[]).filter((name) => !isCategory(name))
    if (unknown.length > 0) add('categories', `may contain only ${categories.join(', ')}`)
  }
  if (fact === 'coin' && (condition.in as string[]).some((coin) => findCoin(coin)?.identifier !== coin)) {
    add('in', 'may contain only coins, spelled as in support_coin')
  }
  if (fact === 'amount' && min_usd === undefined && below_usd === undefined) {
    add('', 'needs min_usd or below_usd')
  }
  if (fact === 'amount' && below_usd !== undefined && Number(min_usd ?? 0) >= Number(below_usd)) {
    add('min_usd', 'must be less than below_usd')
  }
  if (fact === 'velocity' && min_usd === undefined && min_count === undefined) {
    add('', 'needs min_usd or min_count')
  }
  for (const [name, value] of Object.entries(condition)) {
    if (typeof value === 'number' && Math.round(value * 1e6) / 1e6 !== value) {
      add(name, 'has more than six decimals')
    }
  }
  return problems
}

type SchemaError = { keyword: string; instancePath: string; message: string; params: unknown }

function describeError(where: string, { keyword, instancePath, message, params }: SchemaError): Problem[] {
  const inner = instancePath.slice(1).replaceAll('/', '.')
  const place = [where, inner].filter(Boolean).join('.')
  // An unknown member is reported twice: once for the member and once for the object that contains it.
  if (keyword === 'boolean') return [{ place, message: 'is not known' }]
  if (keyword === 'additionalProperties') return []
  if (keyword === 'required') {
    const { requiredProperties } = params as { requiredProperties: readonly string[] }
    return requiredProperties.map((name) => ({
      place: [place, name].filter(Boolean).join('.'),
      message: 'is required',
    }))
  }
  if (keyword === 'enum') {
    const { allowedValues } = params as { allowedValues: unknown[] }
    return [{ place, message: `must be one of ${allowedValues.join(', ')}` }]
  }
  return [{ place, message }]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
