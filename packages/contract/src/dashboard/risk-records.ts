import { AddressOverview, Counterparty } from '../operations/kyt.ts'
import { RiskExplanation } from '../operations/risk.ts'
import { coverageStates, riskDecisions, riskLevels } from '../risk-levels.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, Time } from './parts.ts'

const coin = Type.String({ minLength: 1, maxLength: 64 })
const address = Type.String({ minLength: 1, maxLength: 256 })
const txid = Type.String({ minLength: 1, maxLength: 256 })

/**
 * Request for the risk report of an address, of a transaction, or of a transaction from the perspective of one
 * address.
 */
export const RiskQuery = Type.Object({ coin, address: Type.Optional(address), txid: Type.Optional(txid) })
export type RiskQuery = Static<typeof RiskQuery>

/** Where a question came from. */
export const questionChannels = ['dashboard', 'command-line', 'mcp', 'api'] as const
export type QuestionChannel = (typeof questionChannels)[number]

/** Number of transfers of a transaction that an answer lists. */
export const maxListedTransfers = 200

/** The answer to a question about an address or a transaction. */
export const RiskAnswer = Type.Object({
  explanation: RiskExplanation,
  /** All labels of the address, most significant first. */
  labels: Type.Array(
    Type.Object({
      name: Type.String(),
      category: Type.String(),
      incident: Type.String(),
      source: Type.String(),
      version: Type.String(),
      /** Time at which this edition of the source was imported. Null if the source is no longer listed. */
      readAt: nullable(Time),
    }),
  ),
  /** Balance and transactions of the address. Null if the query contains only a transaction. */
  overview: nullable(AddressOverview),
  counterparties: Type.Array(Counterparty),
  /** The transaction of the query. Null if the query contains only an address. */
  transaction: nullable(
    Type.Object({
      txid: Type.String(),
      block: Count,
      /** Unix seconds. */
      time: Count,
      /** `from` is empty for minted coins, and `to` is empty for burnt coins and fees. Amounts are exact. */
      transfers: Type.Array(
        Type.Object({
          coin: Type.String(),
          from: Type.String(),
          to: Type.String(),
          amount: Type.String(),
          fee: Type.Boolean(),
        }),
      ),
      /** Number of further transfers. */
      more: Count,
    }),
  ),
})
export type RiskAnswer = Static<typeof RiskAnswer>

/** A decision of the merchant on an address or a transaction. */
export const RiskDecisionView = Type.Object({
  id: Type.String(),
  decision: oneOf(riskDecisions),
  reason: Type.String(),
  at: Time,
  /** E-mail address or number of the member, or `command-line`. */
  by: Type.String(),
  /** The answer on which the decision is based. */
  score: Type.Integer(),
  level: oneOf(riskLevels),
  coverage: oneOf(coverageStates),
})
export type RiskDecisionView = Static<typeof RiskDecisionView>

/** An answer with the merchant's decisions, newest first. */
export const RiskReport = Type.Object({
  ...RiskAnswer.properties,
  decisions: Type.Array(RiskDecisionView),
})
export type RiskReport = Static<typeof RiskReport>

/** Request to record a decision. The score on which it is based is calculated again. */
export const DecideRisk = Type.Object({
  ...RiskQuery.properties,
  decision: oneOf(riskDecisions),
  reason: Type.String({ minLength: 1, maxLength: 2000 }),
})

/** Query parameters of the questions. `before` is the `seq` of the last entry on the previous page. */
export const QuestionsQuery = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Only questions about this address or transaction. */
  of: Type.Optional(RiskQuery),
  /** Only questions of this member. */
  member: Type.Optional(Type.String({ pattern: '^U[0-9]{15}$' })),
})

/** A recorded question with its answer and the versions of the data. */
export const Question = Type.Object({
  seq: Count,
  at: Time,
  channel: oneOf(questionChannels),
  /** E-mail address of the member, or the number of the API key. */
  by: Type.String(),
  /** Number of the member. Null for questions of an API key or the operator. */
  member: nullable(Type.String()),
  coin: Type.String(),
  address: Type.String(),
  txid: Type.String(),
  score: Type.Integer(),
  level: oneOf(riskLevels),
  coverage: oneOf(coverageStates),
  /** Versions of the model, the policy, the ledger, the labels and the prices. */
  versions: Type.Object({
    model: Type.String(),
    policy: Type.String(),
    ledger: Count,
    labels: Count,
    prices: Count,
  }),
})
export type Question = Static<typeof Question>

/** A page of questions, newest first. */
export const Questions = Type.Object({
  questions: Type.Array(Question),
  more: Type.Boolean(),
  /** How long questions and reports are kept. */
  keptDays: Count,
})
export type Questions = Static<typeof Questions>

/** Whether questions that are asked through the API are recorded. */
export const QuestionRule = Type.Object({ recordsApi: Type.Boolean() })
export type QuestionRule = Static<typeof QuestionRule>

/** A stored report in a list. */
export const ReportLine = Type.Object({
  id: Type.String(),
  at: Time,
  by: Type.String(),
  coin: Type.String(),
  address: Type.String(),
  txid: Type.String(),
  score: Type.Integer(),
  level: oneOf(riskLevels),
  coverage: oneOf(coverageStates),
})
export type ReportLine = Static<typeof ReportLine>

/** Query parameters of the reports. `before` is the id of the last entry on the previous page. */
export const ReportsQuery = Type.Object({
  before: Type.Optional(Type.String({ maxLength: 40 })),
  of: Type.Optional(RiskQuery),
})
/** A page of reports, newest first. */
export const Reports = Type.Object({ reports: Type.Array(ReportLine), more: Type.Boolean(), keptDays: Count })
export type Reports = Static<typeof Reports>

/** Identifies a stored report. */
export const ReportId = Type.Object({ id: Type.String({ pattern: '^R[0-9a-f]{32}$' }) })
