import type {
  CustomerTransferDecision,
  RuleCondition,
  RuleConditions,
  TransferRule,
} from './transfer-rules.ts'

/*
 * Sentences about rules. The server stores them with each decision, and the dashboard shows them while a rule is
 * edited. Values that are not entered yet are shown as an ellipsis.
 */

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
      return `the risk score of the counterparty is ${shown(condition.min)} or more`
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
        ...(min_count === undefined ? [] : [`number ${shown(min_count)} or more`]),
        ...(min_usd === undefined ? [] : [`add up to ${usd(min_usd)} or more`]),
      ]
      return `the customer’s ${what}${whose} within ${duration(hours)} ${least.join(' and ')}`
    }
    case 'first_use':
      return 'the customer uses the address for the first time'
    case 'structuring': {
      const { limit_usd, within, min_count, hours } = condition
      return `the customer made ${shown(min_count)} or more transfers within ${duration(hours)} that are at most ${percent(within)} below ${usd(limit_usd)}`
    }
    case 'pass_through': {
      const { hours, min_share, min_usd } = condition
      const least = min_usd === undefined ? '' : ` of ${usd(min_usd)} or more`
      return `the customer withdraws ${percent(min_share)} or more of deposits${least} within ${duration(hours)}`
    }
    case 'dormant':
      return `the customer was inactive for ${shown(condition.days)} days or more`
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

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
const shown = (value: number | undefined) => (Number.isFinite(value) ? number.format(value as number) : '…')
const usd = (value: number) => `${shown(value)} USD`
const percent = (share: number) => `${shown(share * 100)} %`
const name = (category: string) => category.replaceAll('_', ' ')
const or = (list: readonly string[]) =>
  list.length === 0
    ? '…'
    : list.length === 1
      ? name(list[0] ?? '')
      : `${list.slice(0, -1).map(name).join(', ')} or ${name(list.at(-1) ?? '')}`
const duration = (hours: number) =>
  hours % 24 === 0
    ? hours === 24
      ? 'a day'
      : `${shown(hours / 24)} days`
    : hours === 1
      ? 'an hour'
      : `${shown(hours)} hours`

/** How the sentences name values. */
export const ruleWords = { usd, duration, name, coverageNames, verificationNames }
