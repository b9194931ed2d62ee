import { type RuleCondition, type RuleFact, ruleWords } from '@touchstone/contract'
import { toDecimal } from '../lookup/numbers.ts'
import type { AppliedRule } from './decide.ts'
import type { Values } from './test-condition.ts'

const { usd, duration, name, coverageNames, verificationNames } = ruleWords

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
const exactUsd = (value: bigint | undefined) =>
  value === undefined ? 'an unknown amount' : `${number.format(toDecimal(value, 6, 2))} USD`
const exactPercent = (value: bigint) => `${number.format(toDecimal(value * 100n, 6, 2))} %`
