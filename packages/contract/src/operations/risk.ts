import { RiskPolicy, riskClasses, taintMethods } from '../risk-policy.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { riskQuestion, riskScoreAnswer } from './kyt.ts'
import { kytOperation } from './kyt-parts.ts'

const exact = (description: string) =>
  Type.String({ pattern: '^[0-9]+\\.[0-9]{6}$', description: `${description}; exact, six decimals` })
const share = Type.Number({ minimum: 0, description: 'Fraction of the side, six decimals' })
const riskClass = oneOf(riskClasses)

const ClassPoints = Type.Object({
  class: riskClass,
  tainted: exact('All of the class, over any number of hops'),
  hops: Type.Integer({ minimum: 1, description: 'The number of hops at which the reading is the strongest' }),
  within: exact('Tainted within these hops'),
  of: exact('What it is a share of: the side less worse classes and what is tainted beyond these hops'),
  root: exact('Square root of the share'),
  weight: Type.Integer({ description: "The policy's weight of the class" }),
  decay: exact('What the distance leaves of the weight'),
  points: exact('weight × decay × root'),
  dust: Type.Boolean({ description: 'Too little to raise anybody above Low' }),
})

function amounts<const Names extends readonly string[]>(names: Names, description: string) {
  type Properties = { [Name in Names[number]]: ReturnType<typeof exact> }
  const properties = Object.fromEntries(names.map((name) => [name, exact('Value')]))
  return Type.Object(properties as unknown as Properties, { description })
}

const Side = Type.Object({
  value: exact('All that was received, or sent, but for what came back'),
  returned: exact('Came back to the address itself: it was never really received, or sent'),
  points: exact('What counts of the points of its classes'),
  classes: Type.Array(ClassPoints),
  ended: amounts(
    ['service', 'issued', 'unrecorded', 'held', 'fees'],
    'Followed to an end that is nothing bad: a service; minted or burnt; from before the ledger; still held; fees',
  ),
  not_followed: amounts(
    ['hops', 'small', 'budget', 'busy', 'older'],
    'Not followed: too far; too small; the budget was used up; an unknown address that is too busy; not read',
  ),
  not_followed_share: share,
  inferred: exact(
    'Left purses that held too little by the records; judged by what these are recorded to have received',
  ),
  inferred_share: share,
  unrecorded_share: share,
})

const Step = Type.Object({
  address: Type.String({ description: 'Where the money was next, seen from the address asked about' }),
  tx: Type.String({ description: 'Empty for dealings of a busy address that are known only by their sum' }),
  coin: Type.String(),
  time: Type.Integer({ description: 'Unix seconds' }),
  through: Type.String({ description: 'The service it went through within the transaction; empty for none' }),
  swap: Type.Boolean({ description: 'The same address changed one coin into another' }),
})

const Piece = Type.Object({
  direction: oneOf(['received', 'sent']),
  class: riskClass,
  category: Type.String(),
  label: Type.String(),
  incident: Type.String(),
  label_source: Type.String(),
  label_version: Type.String(),
  address: Type.String({ description: 'Empty where many small ones are gathered' }),
  addresses: Type.Integer({ minimum: 1 }),
  hops: Type.Integer({ minimum: 1 }),
  inferred: Type.Boolean({
    description: 'Where this money came from is not recorded: inferred from what a purse had',
  }),
  weight: exact("The policy's weight after the distance"),
  value: exact('Tainted value'),
  share,
  path: Type.Array(Step, { description: 'The way of the largest part of it' }),
})

const version = Type.Integer({ minimum: 0 })

export const RiskExplanation = Type.Object(
  {
    ...riskScoreAnswer,
    known: Type.Boolean({ description: 'false: never seen, no label' }),
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
    value_unit: Type.String({ description: 'USD, or the asked coin where it has no price' }),
    unpriced_coins: Type.Array(Type.String(), {
      description: 'Met, and left out, because they have no price',
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
    exposure_counts: Type.Boolean({ description: "false: a service that pools other people's money" }),
    received: Side,
    sent: Side,
    pieces: Type.Array(Piece),
    reasons: Type.Array(Type.String(), { description: 'The same in sentences' }),
    policy: RiskPolicy,
  },
  { title: 'RiskExplanation' },
)
export type RiskExplanation = Static<typeof RiskExplanation>

export const riskOperations = {
  explainRiskScore: kytOperation({
    id: 'explainRiskScore',
    path: '/kyt/v1/risk/explain',
    summary: 'A risk score with every piece that it is made of',
    request: Type.Object(riskQuestion),
    data: RiskExplanation,
  }),
}
