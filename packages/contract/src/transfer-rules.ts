import { coverageStates, riskLevels } from './risk-levels.ts'
import { oneOf, type Static, Type } from './schema.ts'

/** Directions of a customer's transfer, from the merchant's perspective. */
export const transferDirections = ['deposit', 'withdrawal'] as const
export type CustomerTransferDirection = (typeof transferDirections)[number]

/** Decisions on a customer's transfer, from least strict to strictest. */
export const customerTransferDecisions = ['allow', 'hold', 'block'] as const
export type CustomerTransferDecision = (typeof customerTransferDecisions)[number]

/**
 * How a counterparty is connected to a category: by its own label, by transfers with an address in the
 * category, or over further addresses.
 */
export const directnesses = ['own', 'direct', 'indirect'] as const
export type Directness = (typeof directnesses)[number]

/** A customer's verification, as far as the KYC result of this merchant shows it. */
export const verificationStates = ['passed', 'failed', 'started', 'none'] as const
export type VerificationState = (typeof verificationStates)[number]

const noOthers = { additionalProperties: false }
const usd = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1e12, description: `${description}, in USD` })
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const hours = Type.Integer({
  minimum: 1,
  maximum: 24 * 90,
  description: 'Length of the window that ends with the transfer',
})
const oneOrMore = { minItems: 1, maxItems: 300, uniqueItems: true }
const direction = oneOf(transferDirections)

/** The schema of each kind of condition, by the fact that it tests. */
export const ruleConditions = {
  exposure: Type.Object(
    {
      fact: Type.Literal('exposure'),
      categories: Type.Array(Type.String({ maxLength: 40 }), {
        ...oneOrMore,
        description: 'Label categories, such as sanctioned or mixer',
      }),
      directness: Type.Optional(
        Type.Array(oneOf(directnesses), {
          ...oneOrMore,
          description:
            "own: the counterparty's own label; direct: one hop; indirect: more hops. Default: all",
        }),
      ),
      side: Type.Optional(
        oneOf(['received', 'sent'], {
          description: 'Only funds that the counterparty received, or only funds that it sent',
        }),
      ),
      min_usd: Type.Optional(usd('Smallest exposure. Does not apply to the own label')),
      min_share: Type.Optional(
        share('Smallest share of the funds of one side. Does not apply to the own label'),
      ),
    },
    noOthers,
  ),
  risk_level: Type.Object(
    { fact: Type.Literal('risk_level'), in: Type.Array(oneOf(riskLevels), oneOrMore) },
    noOthers,
  ),
  score: Type.Object(
    { fact: Type.Literal('score'), min: Type.Integer({ minimum: 3, maximum: 100 }) },
    noOthers,
  ),
  amount: Type.Object(
    {
      fact: Type.Literal('amount'),
      min_usd: Type.Optional(usd('Smallest value of the transfer')),
      below_usd: Type.Optional(usd('The value of the transfer is below this')),
    },
    noOthers,
  ),
  direction: Type.Object({ fact: Type.Literal('direction'), is: direction }, noOthers),
  coin: Type.Object(
    { fact: Type.Literal('coin'), in: Type.Array(Type.String({ maxLength: 64 }), oneOrMore) },
    noOthers,
  ),
  verification: Type.Object(
    { fact: Type.Literal('verification'), in: Type.Array(oneOf(verificationStates), oneOrMore) },
    noOthers,
  ),
  velocity: Type.Object(
    {
      fact: Type.Literal('velocity'),
      hours,
      direction: Type.Optional(direction),
      same_address: Type.Optional(Type.Boolean({ description: 'Only transfers with the same counterparty' })),
      min_usd: Type.Optional(usd('Smallest sum, including this transfer')),
      min_count: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: 'Smallest number of transfers, including this one',
        }),
      ),
    },
    noOthers,
  ),
  first_use: Type.Object({ fact: Type.Literal('first_use') }, noOthers),
  structuring: Type.Object(
    {
      fact: Type.Literal('structuring'),
      limit_usd: Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e12,
        description: 'The limit below which transfers are split, in USD',
      }),
      within: share('Transfers count if they are below the limit by at most this fraction of it'),
      min_count: Type.Integer({ minimum: 2, maximum: 1000 }),
      hours,
    },
    noOthers,
  ),
  pass_through: Type.Object(
    {
      fact: Type.Literal('pass_through'),
      hours,
      min_share: share('Smallest share of the deposits in the window that is withdrawn'),
      min_usd: Type.Optional(usd('Smallest sum of the deposits in the window')),
    },
    noOthers,
  ),
  dormant: Type.Object(
    { fact: Type.Literal('dormant'), days: Type.Integer({ minimum: 1, maximum: 3650 }) },
    noOthers,
  ),
  coverage: Type.Object(
    { fact: Type.Literal('coverage'), in: Type.Array(oneOf(coverageStates), oneOrMore) },
    noOthers,
  ),
  customer_country: Type.Object(
    {
      fact: Type.Literal('customer_country'),
      in: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), oneOrMore),
    },
    noOthers,
  ),
} as const

/** A fact that a rule can test. */
export type RuleFact = keyof typeof ruleConditions
/** A condition of a rule. */
export type RuleCondition = { [Fact in RuleFact]: Static<(typeof ruleConditions)[Fact]> }[RuleFact]

const RuleConditionSchema = Type.Unsafe<RuleCondition>(Type.Union(Object.values(ruleConditions)))
const conditions = { minItems: 1, maxItems: 20 }
const RuleGroup = Type.Union([
  Type.Object({ all: Type.Array(RuleConditionSchema, conditions) }, noOthers),
  Type.Object({ any: Type.Array(RuleConditionSchema, conditions) }, noOthers),
])
export type RuleGroup = Static<typeof RuleGroup>

const members = Type.Array(Type.Union([RuleConditionSchema, RuleGroup]), conditions)
/** Conditions of a rule, and groups of conditions, of which all or at least one must apply. */
export const RuleConditions = Type.Union([
  Type.Object({ all: members }, noOthers),
  Type.Object({ any: members }, noOthers),
])
export type RuleConditions = Static<typeof RuleConditions>

/** A rule that decides on customers' transfers. */
export const TransferRule = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      maxLength: 60,
      description: 'Identifies the rule in answers and counts',
    }),
    action: oneOf(customerTransferDecisions),
    priority: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description:
        'Rules with the lowest number decide first. Of rules with the same number, the strictest decides',
    }),
    when: RuleConditions,
    shadow: Type.Optional(
      Type.Boolean({ description: 'The rule decides nothing. Answers state whether it would apply' }),
    ),
    includes_dust: Type.Optional(
      Type.Boolean({
        description:
          'The rule also applies to dust: deposits from one address whose sum over 30 days is below dust_usd of the policy. Default: false',
      }),
    ),
  },
  { title: 'TransferRule', additionalProperties: false },
)
export type TransferRule = Static<typeof TransferRule>

/** Maximum number of rules in a policy. */
export const maxTransferRules = 100

/** The rules of policies without rules of their own. */
export const defaultTransferRules: readonly TransferRule[] = [
  {
    name: 'malicious-counterparty',
    action: 'block',
    priority: 10,
    when: {
      all: [
        {
          fact: 'exposure',
          categories: ['sanctioned', 'theft', 'ransom', 'phishing'],
          directness: ['own'],
        },
      ],
    },
  },
  {
    name: 'high-exposure',
    action: 'hold',
    priority: 20,
    when: { all: [{ fact: 'risk_level', in: ['High', 'Severe'] }] },
  },
  {
    name: 'no-coverage',
    action: 'hold',
    priority: 20,
    when: {
      all: [
        { fact: 'coverage', in: ['none'] },
        { fact: 'amount', min_usd: 1000 },
      ],
    },
  },
]
