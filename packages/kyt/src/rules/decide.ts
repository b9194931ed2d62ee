import {
  type CustomerTransferDecision,
  customerTransferDecisions,
  type RuleCondition,
  type RuleGroup,
  type TransferRule,
} from '@touchstone/contract'
import { both, either, type Finding, type Outcome, type Tested, testCondition } from './test-condition.ts'
import { isDust } from './transfer-facts.ts'

/** A rule that applies to a transfer. */
export type AppliedRule = {
  readonly rule: TransferRule
  /** Whether the decision is that of this rule. */
  readonly decided: boolean
  /** The conditions that apply or could not be tested, with the values that they compared. */
  readonly found: readonly (Finding & { readonly condition: RuleCondition })[]
}

export type RuleDecision = {
  readonly decision: CustomerTransferDecision
  /** The rules that apply, in the order in which they decide. */
  readonly rules: readonly AppliedRule[]
  /** The decision if the rules in shadow mode were in force. */
  readonly shadowDecision: CustomerTransferDecision
  /** The rules in shadow mode that would apply. */
  readonly shadowRules: readonly AppliedRule[]
  readonly isDust: boolean
}

/**
 * Decides on a transfer. The rules with the lowest priority number that apply decide, the strictest of them
 * first. If no rule applies, the transfer is allowed. If a rule depends on a value that is missing, a rule that
 * holds or blocks applies, and a rule that allows does not.
 */
export function decide(rules: readonly TransferRule[], tested: Tested): RuleDecision {
  const dust = isDust(tested.facts, tested.history)
  const applying = rules
    .filter(({ includes_dust }) => !dust || includes_dust === true)
    .flatMap((rule) => {
      const { applies, found } = testConditions(rule.when, tested)
      return applies === true || (applies === undefined && rule.action !== 'allow') ? [{ rule, found }] : []
    })
    .sort((a, b) => a.rule.priority - b.rule.priority || strictness(b.rule) - strictness(a.rule))
  const inForce = applying.filter(({ rule }) => rule.shadow !== true)
  const decision = inForce[0]?.rule.action ?? 'allow'
  const first = inForce[0]?.rule.priority
  return {
    decision,
    rules: inForce.map((one) => ({
      ...one,
      decided: one.rule.priority === first && one.rule.action === decision,
    })),
    shadowDecision: applying[0]?.rule.action ?? 'allow',
    shadowRules: applying
      .filter(({ rule }) => rule.shadow === true)
      .map((one) => ({ ...one, decided: false })),
    isDust: dust,
  }
}

const strictness = ({ action }: TransferRule) => customerTransferDecisions.indexOf(action)

/** Whether one decision is stricter than another. */
export function isStricter(one: CustomerTransferDecision, other: CustomerTransferDecision): boolean {
  return customerTransferDecisions.indexOf(one) > customerTransferDecisions.indexOf(other)
}

type Tests = { readonly applies: Outcome; readonly found: AppliedRule['found'] }

function testConditions(
  when: RuleGroup | { all: readonly Part[] } | { any: readonly Part[] },
  tested: Tested,
): Tests {
  const isAll = 'all' in when
  const parts: readonly Part[] = isAll ? when.all : when.any
  const tests = parts.map((part): Tests => {
    if (!('fact' in part)) return testConditions(part, tested)
    const finding = testCondition(part, tested)
    return { applies: finding.applies, found: [{ ...finding, condition: part }] }
  })
  const outcomes = tests.map(({ applies }) => applies)
  return {
    applies: isAll ? outcomes.reduce(both, true) : outcomes.reduce(either, false),
    found: tests.filter(({ applies }) => applies !== false).flatMap(({ found }) => found),
  }
}

type Part = RuleCondition | RuleGroup
