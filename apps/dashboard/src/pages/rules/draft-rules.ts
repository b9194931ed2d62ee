import type { RuleCondition, RuleFact, TransferRule } from '@touchstone/contract'

/** A condition while it is edited. A number that is required but not entered yet is NaN. */
export type DraftCondition = { readonly fact: RuleFact } & Readonly<Record<string, unknown>>
export type DraftGroup = { readonly by: 'all' | 'any'; readonly parts: readonly DraftPart[] }
/** A condition or a group, with a key that stays the same while others are removed. */
export type DraftPart = { readonly key: number; readonly of: DraftCondition | DraftGroup }
export type DraftRule = Omit<TransferRule, 'when'> & { readonly key: number; readonly when: DraftGroup }

let keys = 0
const nextKey = () => ++keys

/** The members that each kind of condition has when it is added. */
const startOf: Readonly<Record<RuleFact, Readonly<Record<string, unknown>>>> = {
  exposure: { categories: [] },
  risk_level: { in: [] },
  score: { min: Number.NaN },
  amount: {},
  direction: { is: 'deposit' },
  coin: { in: [] },
  verification: { in: [] },
  velocity: { hours: 24 },
  first_use: {},
  structuring: { limit_usd: Number.NaN, within: 0.1, min_count: 3, hours: 72 },
  pass_through: { hours: 24, min_share: 0.8 },
  dormant: { days: 90 },
  coverage: { in: [] },
  customer_country: { in: [] },
}

export const newCondition = (fact: RuleFact): DraftCondition => ({ fact, ...startOf[fact] })
export const newPart = (of: DraftPart['of']): DraftPart => ({ key: nextKey(), of })
export const newGroup = (): DraftGroup => ({ by: 'any', parts: [newPart(newCondition('amount'))] })
export const newRule = (): DraftRule => ({
  ...{ key: nextKey(), name: '', action: 'hold', priority: 20 },
  when: { by: 'all', parts: [newPart(newCondition('amount'))] },
})
export const isGroup = (of: DraftPart['of']): of is DraftGroup => 'parts' in of

type Group = { readonly all: readonly unknown[] } | { readonly any: readonly unknown[] }
const isGroupIn = (part: object): part is Group => 'all' in part || 'any' in part

function draftGroup(group: Group): DraftGroup {
  const parts = 'all' in group ? group.all : group.any
  return {
    by: 'all' in group ? 'all' : 'any',
    parts: parts.map((part) =>
      newPart(isGroupIn(part as object) ? draftGroup(part as Group) : (part as DraftCondition)),
    ),
  }
}

export const draftOf = ({ when, ...rule }: TransferRule): DraftRule => ({
  ...{ ...rule, key: nextKey() },
  when: draftGroup(when),
})

const groupOf = ({ by, parts }: DraftGroup): object => ({
  [by]: parts.map(({ of }) => (isGroup(of) ? groupOf(of) : (of as RuleCondition))),
})

/** Returns the rule as the server expects it. It can still be incomplete. */
export function ruleOf({ key: _, when, shadow, includes_dust, ...rule }: DraftRule): TransferRule {
  return {
    ...rule,
    ...(shadow && { shadow }),
    ...(includes_dust && { includes_dust }),
    when: groupOf(when),
  } as TransferRule
}

/** Suggests the version after this one. */
export function versionAfter(version: string): string {
  const [, start = version, number] = /^(.*?)(\d+)$/.exec(version) ?? []
  const next = number === undefined ? `${version}-2` : `${start}${Number(number) + 1}`
  return next.slice(-40)
}
