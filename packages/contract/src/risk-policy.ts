import { oneOf, type Static, Type } from './schema.ts'

/** How tainted money is told from clean money where both lie in one purse. */
export const taintMethods = ['haircut', 'fifo', 'poison'] as const
export type TaintMethod = (typeof taintMethods)[number]

export const riskClasses = ['severe', 'suspected', 'high', 'medium'] as const

const score = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description })
const perClass = (description: string) =>
  Type.Object(
    {
      severe: score('sanctioned, malicious, theft, ransom, phishing, laundering'),
      suspected: score('suspected malicious'),
      high: score('mixers and high-risk tags'),
      medium: score('exchanges without KYC, gambling, medium-risk tags'),
    },
    { description, additionalProperties: false },
  )
const side = (description: string) =>
  Type.Object(
    {
      weights: perClass('What a side that is wholly of one class, one hop away, adds to the floor'),
      decay: Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'What remains of the weight with each further hop',
      }),
      hops: Type.Integer({ minimum: 1, maximum: 32, description: 'How far money is followed' }),
    },
    { description, additionalProperties: false },
  )

/** Everything about the score that is a matter of judgement. */
export const RiskPolicy = Type.Object(
  {
    version: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[A-Za-z0-9._-]+$',
      description: 'Told with every explanation; to be changed with every change of the file',
    }),
    method: oneOf(taintMethods),
    levels: Type.Object(
      {
        moderate: score('The lowest score that is Moderate'),
        high: score('The lowest that is High'),
        severe: score('The lowest that is Severe'),
      },
      { additionalProperties: false },
    ),
    own: perClass('The score of an address by its own label alone'),
    received: side('Where the money came from'),
    sent: side('Where the money went'),
    dust_usd: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Tainted value below this, taken together, never raises a score above Low',
    }),
    least_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Of the side: a smaller part of it is not followed any further',
    }),
    budget: Type.Object(
      {
        addresses: Type.Integer({ minimum: 1, maximum: 10_000, description: 'Followed for one answer' }),
        transfers: Type.Integer({ minimum: 100, maximum: 1_000_000, description: 'Read for one answer' }),
        transfers_of_one: Type.Integer({
          minimum: 10,
          maximum: 100_000,
          description: 'Read of one address, the newest; an unknown one with more is taken for a service',
        }),
      },
      { additionalProperties: false },
    ),
  },
  { title: 'RiskPolicy', additionalProperties: false },
)
export type RiskPolicy = Static<typeof RiskPolicy>
