import { RiskPolicy, riskClasses, taintMethods } from '../risk-policy.ts'
import { CoverageReason, RiskReason } from '../risk-reasons.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Coverage, riskRequest, riskScoreFields } from './kyt.ts'
import { kytOperation } from './kyt-parts.ts'

const exact = (description: string) =>
  Type.String({
    pattern: '^[0-9]+\\.[0-9]{6}$',
    description: `${description}. Exact decimal with six places`,
  })
const share = Type.Number({
  minimum: 0,
  description: 'Fraction of the value in this direction, rounded to six decimals',
})
const riskClass = oneOf(riskClasses)

const ClassPoints = Type.Object({
  class: riskClass,
  tainted: exact('Total value of the class, at any number of hops'),
  hops: Type.Integer({ minimum: 1, description: 'Number of hops that yields the most points' }),
  within: exact('Tainted value within this number of hops'),
  of: exact(
    'Denominator of the share: the total value, in which the unrecorded value and the shortfall count at a twentieth, minus the value of worse classes and the value tainted beyond this number of hops',
  ),
  root: exact('Square root of the share'),
  weight: Type.Integer({ description: 'Weight of the class in the policy' }),
  decay: exact('Factor applied to the weight to account for the distance'),
  points: exact('weight × decay × root'),
  dust: Type.Boolean({
    description:
      'The value is too small to raise the score above Low: less than dust_usd, and less than half of what the address received or sent',
  }),
})

function amounts<const Names extends readonly string[]>(names: Names, description: string) {
  type Properties = { [Name in Names[number]]: ReturnType<typeof exact> }
  const properties = Object.fromEntries(names.map((name) => [name, exact('Value')]))
  return Type.Object(properties as unknown as Properties, { description })
}

const Side = Type.Object({
  value: exact('Total value received or sent, minus returned value'),
  returned: exact('Value that returned to the address and therefore does not count as received or sent'),
  shortfall: Type.Optional(
    exact(
      'Only for `received`: value that the address sent beyond its recorded balances. `of` includes a twentieth of it',
    ),
  ),
  points: exact('Points for this direction, calculated from the points of its classes'),
  classes: Type.Array(ClassPoints),
  ended: amounts(
    ['service', 'issued', 'unrecorded', 'held', 'fees'],
    'Value traced to an end that is not risky: pooled in a service, minted or burned, still held, or paid as fees. `unrecorded` is value of unknown origin or destination: it does not count as clean',
  ),
  not_followed: amounts(
    ['hops', 'small', 'budget', 'busy', 'older'],
    'Value not traced because there were too many hops, the amount was too small, the budget was exhausted, an unlabelled address had too many transfers, or transfers were not read',
  ),
  not_followed_share: share,
  inferred: exact('Outflow that exceeds the recorded balance, attributed to the recorded inflow'),
  inferred_share: share,
  unrecorded_share: share,
})

const Step = Type.Object({
  address: Type.String({ description: 'Next address on the path, starting from the requested address' }),
  tx: Type.String({ description: 'Empty for a busy address if only the total of its transfers is known' }),
  coin: Type.String(),
  time: Type.Integer({ description: 'Unix seconds' }),
  through: Type.String({
    description: 'Service that the funds passed through within the transaction, or an empty string',
  }),
  swap: Type.Boolean({ description: 'The address exchanged one coin for another' }),
})

const Piece = Type.Object({
  direction: oneOf(['received', 'sent']),
  class: riskClass,
  category: Type.String(),
  label: Type.String(),
  incident: Type.String(),
  label_source: Type.String(),
  label_version: Type.String(),
  address: Type.String({ description: 'Empty if the entry combines several small amounts' }),
  addresses: Type.Integer({ minimum: 1 }),
  hops: Type.Integer({ minimum: 1 }),
  inferred: Type.Boolean({
    description: 'The source of this value is not recorded; it is inferred from the balance history',
  }),
  weight: exact('Weight of the class after decay'),
  value: exact('Tainted value'),
  share,
  path: Type.Array(Step, { description: 'Path of the largest part of the value' }),
})

const version = Type.Integer({ minimum: 0 })

/** A risk score with the calculation behind it. */
export const RiskExplanation = Type.Object(
  {
    ...riskScoreFields,
    coverage: Coverage,
    known: Type.Boolean({ description: 'false if the address has no transfers and no label' }),
    model: Type.Object({
      version: Type.String(),
      method: oneOf(taintMethods),
      policy_version: Type.String(),
      policy_fingerprint: Type.String(),
    }),
    data: Type.Object({
      newest_block: nullable(Type.Integer({ minimum: 0 })),
      ledger_version: version,
      label_version: version,
      price_version: version,
    }),
    value_unit: Type.String({ description: 'USD, or the requested coin if it has no price' }),
    unpriced_coins: Type.Array(Type.String(), {
      description: 'Coins that were left out because they have no price',
    }),
    own: nullable(
      Type.Object({
        label: Type.String(),
        category: Type.String(),
        class: oneOf([...riskClasses, 'none']),
        label_source: Type.String(),
        label_version: Type.String(),
        score: Type.Integer(),
      }),
    ),
    exposure_counts: Type.Boolean({
      description: "false if the address belongs to a service that pools its customers' funds",
    }),
    received: Side,
    sent: Side,
    pieces: Type.Array(Piece),
    reasons: Type.Array(Type.String(), { description: 'The explanation in full sentences' }),
    reason_codes: Type.Array(RiskReason, {
      description: 'The sentences of `reasons` as codes with their figures, in the same order',
    }),
    coverage_codes: Type.Array(CoverageReason, {
      description: 'The sentences of `coverage.note` as codes with their figures, in the same order',
    }),
    policy: RiskPolicy,
  },
  { title: 'RiskExplanation' },
)
export type RiskExplanation = Static<typeof RiskExplanation>

/** Operation that explains a risk score. */
export const riskOperations = {
  explainRiskScore: kytOperation({
    id: 'explainRiskScore',
    path: '/kyt/v1/risk/explain',
    scope: 'kyt:read',
    summary: 'Explanation of a risk score, with its exposure and paths',
    request: Type.Object(riskRequest),
    data: RiskExplanation,
  }),
}
