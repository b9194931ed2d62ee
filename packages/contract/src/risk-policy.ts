import { oneOf, type Static, Type } from './schema.ts'
import { maxTransferRules, TransferRule } from './transfer-rules.ts'

/** Methods of attributing outgoing funds if an address holds both tainted and clean funds. */
export const taintMethods = ['haircut', 'fifo', 'poison'] as const
/** Method of attributing tainted funds. */
export type TaintMethod = (typeof taintMethods)[number]

/**
 * Whether a query fetches histories that the ledger lacks: before it is answered, afterwards, or not at all.
 */
export const fetchModes = ['wait', 'background', 'never'] as const
export type FetchMode = (typeof fetchModes)[number]

/** Risk classes, from most to least severe. */
export const riskClasses = ['severe', 'suspected', 'high', 'medium'] as const

/** Decisions on a transfer, from least strict to strictest. */
export const transferDecisions = ['allow', 'review', 'block'] as const
/** Decision on a transfer. */
export type TransferDecision = (typeof transferDecisions)[number]

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
const direction = (description: string) =>
  Type.Object(
    {
      weights: perClass(
        'Points added to the minimum score for a direction whose entire value belongs to one class at one hop',
      ),
      decay: Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'Factor applied to the weight for each additional hop',
      }),
      hops: Type.Integer({ minimum: 1, maximum: 32, description: 'Maximum number of hops to trace' }),
    },
    { description, additionalProperties: false },
  )

const decision = (description: string) => oneOf(transferDecisions, { description })

/** Thresholds for the check of a transfer before it is signed. */
export const TransferPolicy = Type.Object(
  {
    review: score('Lowest score at which a recipient, spender or contract needs a review'),
    block: score('Lowest score at which a recipient, spender or contract is blocked'),
    look_alike: decision('The recipient imitates an address that the sender has dealt with'),
    frozen: decision("A label states that the token's issuer has frozen the address"),
    unlimited_approval: decision('An approval for an unlimited amount or a whole collection'),
    unknown_calldata: decision('Unknown calldata or an unknown contract'),
    partial_data: decision(
      'The ledger may lack transfers of an address. Without any data, the decision is at least review',
    ),
  },
  { title: 'TransferPolicy', additionalProperties: false },
)
export type TransferPolicy = Static<typeof TransferPolicy>

/** The thresholds that apply to policies without thresholds of their own. */
export const defaultTransferPolicy: TransferPolicy = {
  review: 31,
  block: 71,
  look_alike: 'block',
  frozen: 'block',
  unlimited_approval: 'review',
  unknown_calldata: 'review',
  partial_data: 'review',
}

/** Settings of the risk score: thresholds, weights, decay and search limits. */
export const RiskPolicy = Type.Object(
  {
    version: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[A-Za-z0-9._-]+$',
      description: 'Returned with every explanation. Change it whenever you change the policy',
    }),
    method: oneOf(taintMethods),
    levels: Type.Object(
      {
        moderate: score('Lowest score of level Moderate'),
        high: score('Lowest score of level High'),
        severe: score('Lowest score of level Severe'),
      },
      { additionalProperties: false },
    ),
    own: perClass('Score of an address based on the class of its own label, without exposure'),
    received: direction('Source of funds'),
    sent: direction('Destination of funds'),
    dust_usd: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Tainted value below this amount keeps the score Low, unless it is half or more of what an address received or sent and the address has sent funds',
    }),
    fetch: Type.Optional(
      oneOf(fetchModes, {
        description:
          "Whether histories that the ledger lacks are fetched from the configured sources before the answer (wait), after it (background), or not at all (never). Defaults to the operator's setting",
      }),
    ),
    least_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Fraction of the value in a direction. Amounts below this fraction are not traced further',
    }),
    budget: Type.Object(
      {
        addresses: Type.Integer({
          minimum: 1,
          maximum: 10_000,
          description: 'Maximum number of addresses traced per request',
        }),
        transfers: Type.Integer({
          minimum: 100,
          maximum: 1_000_000,
          description: 'Maximum number of transfers read per request',
        }),
        transfers_of_one: Type.Integer({
          minimum: 10,
          maximum: 100_000,
          description:
            'Maximum number of transfers read per address, newest first. An unlabelled address with more transfers than this is treated as a service',
        }),
        requests: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 10_000,
            description:
              "Maximum number of requests to history sources per request. Defaults to the operator's limit, which the value can't exceed",
          }),
        ),
        rows: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 10_000_000,
            description: 'Maximum number of rows read from history sources per request',
          }),
        ),
        seconds: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 3600,
            description: 'Maximum time spent reading from history sources per request',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    transfer: Type.Optional(
      Type.Partial(TransferPolicy, { title: 'TransferThresholds', additionalProperties: false }),
    ),
    rules: Type.Optional(
      Type.Array(TransferRule, {
        maxItems: maxTransferRules,
        description: "Rules that decide on customers' transfers. Defaults to the built-in rules",
      }),
    ),
  },
  { title: 'RiskPolicy', additionalProperties: false },
)
export type RiskPolicy = Static<typeof RiskPolicy>
