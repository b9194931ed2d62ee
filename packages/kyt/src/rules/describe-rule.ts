import type {
  CustomerTransferDecision,
  RuleCondition,
  RuleConditions,
  RuleFact,
  TransferRule,
} from '@touchstone/contract'
import { toDecimal } from '../lookup/numbers.ts'
import type { AppliedRule } from './decide.ts'
import type { Values } from './test-condition.ts'

const verbs: Readonly<Record<CustomerTransferDecision, string>> = {
  allow: 'Allow',
  hold: 'Hold',
  block: 'Block',
}

/** Describes a rule in one sentence. */
export function describeRule({ action, when, shadow, includes_dust }: TransferRule): string {
  const dust = includes_dust === true ? ', also for dust' : ''
  const mode = shadow === true ? ' The rule is in shadow mode and decides nothing.' : ''
  return `${verbs[action]} a transfer if ${describeConditions(when)}${dust}.${mode}`
}

function describeConditions(when: RuleConditions): string {
  const isAll = 'all' in when
  const parts = (isAll ? when.all : when.any).map((part) => {
    if ('fact' in part) return describeCondition(part)
    const inner = 'all' in part ? part.all.map(describeCondition) : part.any.map(describeCondition)
    const text = inner.join('all' in part ? ' and ' : ' or ')
    return inner.length > 1 ? `(${text})` : text
  })
  return parts.join(isAll ? ' and ' : ' or ')
}

/** Describes what a condition requires. */
export function describeCondition(condition: RuleCondition): string {
  switch (condition.fact) {
    case 'exposure': {
      const { categories, directness, side, min_usd, min_share } = condition
      const list = or(categories)
      if (directness?.length === 1 && directness[0] === 'own')
        return `the counterparty itself is labelled ${list}`
      const how = directness === undefined ? '' : `${or(directness)} `
      const funds = side === undefined ? 'exposure' : `exposure of the funds ${side}`
      const least = [
        ...(min_usd === undefined ? [] : [`${usd(min_usd)} or more`]),
        ...(min_share === undefined ? [] : [`${percent(min_share)} or more of its funds`]),
      ]
      return `the counterparty has ${how}${funds} to ${list}${least.length === 0 ? '' : ` of ${least.join(' and ')}`}`
    }
    case 'risk_level':
      return `the risk level of the counterparty is ${or(condition.in)}`
    case 'score':
      return `the risk score of the counterparty is ${condition.min} or more`
    case 'amount':
      return describeAmount(condition)
    case 'direction':
      return `it is a ${condition.is}`
    case 'coin':
      return `the coin is ${or(condition.in)}`
    case 'verification':
      return `the verification of the customer is ${or(condition.in.map((state) => verificationNames[state]))}`
    case 'velocity': {
      const { hours, direction, same_address, min_usd, min_count } = condition
      const what = direction === undefined ? 'transfers' : `${direction}s`
      const whose = same_address === true ? ' with the same address' : ''
      const least = [
        ...(min_count === undefined ? [] : [`number ${min_count} or more`]),
        ...(min_usd === undefined ? [] : [`add up to ${usd(min_usd)} or more`]),
      ]
      return `the customer’s ${what}${whose} within ${duration(hours)} ${least.join(' and ')}`
    }
    case 'first_use':
      return 'the customer uses the address for the first time'
    case 'structuring': {
      const { limit_usd, within, min_count, hours } = condition
      return `the customer made ${min_count} or more transfers within ${duration(hours)} that are at most ${percent(within)} below ${usd(limit_usd)}`
    }
    case 'pass_through': {
      const { hours, min_share, min_usd } = condition
      const least = min_usd === undefined ? '' : ` of ${usd(min_usd)} or more`
      return `the customer withdraws ${percent(min_share)} or more of deposits${least} within ${duration(hours)}`
    }
    case 'dormant':
      return `the customer was inactive for ${condition.days} days or more`
    case 'coverage':
      return `the data about the counterparty is ${or(condition.in.map((state) => coverageNames[state]))}`
    case 'customer_country':
      return `the customer’s country is ${or(condition.in)}`
  }
}

const coverageNames = { complete: 'complete', partial: 'incomplete', none: 'missing' } as const
const verificationNames = {
  passed: 'passed',
  failed: 'failed',
  started: 'in progress',
  none: 'missing',
} as const

function describeAmount({ min_usd, below_usd }: { min_usd?: number; below_usd?: number }): string {
  const parts = [
    ...(min_usd === undefined ? [] : [`${usd(min_usd)} or more`]),
    ...(below_usd === undefined ? [] : [`less than ${usd(below_usd)}`]),
  ]
  return parts.length === 0 ? 'the value is known' : `it is worth ${parts.join(' and ')}`
}

/** Describes the values that a condition found, as sentences. */
export function describeFound({ condition, values, applies }: AppliedRule['found'][number]): {
  fact: RuleFact
  text: string
} {
  const text = textOf(condition, values)
  return {
    fact: condition.fact,
    text: applies === undefined ? `${text} This value counts against the transfer.` : text,
  }
}

function textOf(condition: RuleCondition, values: Values): string {
  const amount = (name: string) => exactUsd(values[name] as bigint | undefined)
  switch (condition.fact) {
    case 'exposure':
      if (values.category !== undefined)
        return `The counterparty is labelled ${name(String(values.category))}.`
      return `The exposure is ${amount('usd')}, ${exactPercent(values.share as bigint)} of the funds.`
    case 'risk_level':
    case 'score':
      return `The score is ${values.score}.`
    case 'amount':
      return `The transfer is worth ${amount('usd')}.`
    case 'direction':
      return `It is a ${values.direction}.`
    case 'coin':
      return `The coin is ${values.coin}.`
    case 'verification': {
      const state = values.verification as keyof typeof verificationNames | undefined
      return `The verification is ${state === undefined ? 'unknown' : verificationNames[state]}.`
    }
    case 'velocity':
      return `${values.count} transfers within ${duration(condition.hours)}, together ${amount('usd')}.`
    case 'first_use':
      return 'No earlier transfer of the customer used this address.'
    case 'structuring':
      return `${values.count} transfers are just below ${usd(condition.limit_usd)}.`
    case 'pass_through':
      return `Within ${duration(condition.hours)}, ${amount('deposited')} came in and ${amount('withdrawn')} went out.`
    case 'dormant':
      return `The last activity was ${values.days} days earlier.`
    case 'coverage':
      return `The data is ${coverageNames[values.coverage as keyof typeof coverageNames]}.`
    case 'customer_country':
      return `The country is ${values.country ?? 'not given'}.`
  }
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
const usd = (value: number) => `${number.format(value)} USD`
const percent = (share: number) => `${number.format(share * 100)} %`
const exactUsd = (value: bigint | undefined) =>
  value === undefined ? 'an unknown amount' : `${number.format(toDecimal(value, 6, 2))} USD`
const exactPercent = (value: bigint) => `${number.format(toDecimal(value * 100n, 6, 2))} %`
const name = (category: string) => category.replaceAll('_', ' ')
const or = (list: readonly string[]) =>
  list.length < 2
    ? list.map(name).join('')
    : `${list.slice(0, -1).map(name).join(', ')} or ${name(list.at(-1) ?? '')}`
const duration = (hours: number) =>
  hours % 24 === 0
    ? hours === 24
      ? 'a day'
      : `${hours / 24} days`
    : hours === 1
      ? 'an hour'
      : `${hours} hours`
