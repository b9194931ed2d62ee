import { questionChannels, RiskAnswer, RiskQuery } from './dashboard/risk-records.ts'
import { coverageStates, riskDecisions, riskLevels } from './risk-levels.ts'
import { RiskPolicy } from './risk-policy.ts'
import { notFetchedReasons } from './risk-reasons.ts'
import { nullable, oneOf, type Static, Type } from './schema.ts'

const text = Type.String()
const count = Type.Integer({ minimum: 0 })
/** Amounts in the smallest unit of their coin. */
const units = Type.String({ pattern: '^[0-9]+$' })
const time = Type.String({ pattern: '^[0-9-]{10}T[0-9:.]{12}Z$' })
/** Positions in the list of transfers. */
const positions = Type.Array(count)

const Totals = Type.Object({
  coin: text,
  ...{ received: units, spent: units, fees: units },
  ...{ received_txs: count, spent_txs: count, txs: count },
  ...{ received_transfers: count, spent_transfers: count, first_seen: count, last_seen: count },
  whole: Type.Boolean({ description: 'Whether the ledger stores all transfers with the account' }),
  transfers: nullable(positions),
})

/**
 * The inputs of a report's calculation: everything that was read from the ledger, and the policy. The
 * calculation can be repeated with them alone.
 */
export const ReportInputs = Type.Object({
  /** When the calculation was made, in Unix seconds. The coverage depends on it. */
  at: count,
  network: text,
  /** Networks with a source of histories. Null if no source was configured. */
  sources: nullable(Type.Array(text)),
  not_fetched: nullable(oneOf(notFetchedReasons)),
  versions: Type.Object({ ledger: count, labels: count, prices: count }),
  policy: RiskPolicy,
  label_sources: Type.Array(Type.Object({ name: text, version: text, imported_at: time })),
  /** `reference` is the ledger's short form of a transaction hash, by which transfers are ordered. */
  transactions: Type.Array(
    Type.Object({ reference: text, stored: text, txid: text, block: count, time: count }),
  ),
  /** `transaction` is a position in `transactions`. */
  transfers: Type.Array(
    Type.Object({
      transaction: count,
      position: count,
      coin: text,
      from: text,
      to: text,
      amount: units,
      fee: Type.Boolean(),
    }),
  ),
  accounts: Type.Array(Type.Object({ address: text, totals: Type.Array(Totals) })),
  histories: Type.Array(Type.Object({ address: text, transfers: positions })),
  newest: Type.Array(
    Type.Object({ address: text, coin: text, from: count, to: count, most: count, transfers: positions }),
  ),
  edges: Type.Array(
    Type.Object({
      address: text,
      coin: text,
      edges: Type.Array(
        Type.Object({
          counterparty: text,
          ...{ received: units, spent: units, received_transfers: count, spent_transfers: count },
        }),
      ),
    }),
  ),
  /** Transactions that were read with all their transfers. */
  whole_transactions: Type.Array(Type.Object({ transaction: count, transfers: positions })),
  labels: Type.Array(
    Type.Object({
      ...{ address: text, category: text, entity: text, label: text, incident: text },
      ...{ source: text, version: text, confidence: Type.Number() },
    }),
  ),
  /** Daily prices in 10^-12 USD. Days are counted from 1970. */
  prices: Type.Array(
    Type.Object({ coin: text, days: Type.Array(Type.Object({ day: Type.Integer(), usd_e12: units })) }),
  ),
  coverage: Type.Array(
    Type.Object({
      ...{ source: text, extent: text, first: count, last: count },
      ...{ first_time: count, last_time: count, read_at: count },
    }),
  ),
  fetched: Type.Array(
    Type.Object({
      ...{ address: text, state: text, through: Type.Integer(), through_time: count, read_at: count },
      ...{ source: text, lacks: Type.Array(text), size: nullable(count) },
    }),
  ),
})
export type ReportInputs = Static<typeof ReportInputs>

/** A question with its answer, as a member saved it. */
export const SavedReport = Type.Object({
  id: Type.String({ pattern: '^R[0-9a-f]{32}$' }),
  merchant: Type.Object({ mch_no: text, name: text }),
  author: Type.Object({ member: text, email: text, channel: oneOf(questionChannels) }),
  created_at: time,
  question: RiskQuery,
  answer: RiskAnswer,
  suggested: nullable(oneOf(riskDecisions)),
  /** The merchant's newest decision at that time. */
  decision: nullable(
    Type.Object({
      decision: oneOf(riskDecisions),
      reason: text,
      at: time,
      by: text,
      ...{ score: Type.Integer(), level: oneOf(riskLevels), coverage: oneOf(coverageStates) },
    }),
  ),
})
export type SavedReport = Static<typeof SavedReport>

/** Name and version of the format of a report's file. */
export const reportFormat = 'touchstone-report/1'

/** The file of a report. The signature covers the format, the report and the inputs. */
export const ReportFile = Type.Object(
  {
    format: oneOf([reportFormat]),
    report: SavedReport,
    inputs: ReportInputs,
    signature: Type.Object({ alg: oneOf(['EdDSA']), kid: text, value: text }),
  },
  // The signature does not cover other members.
  { additionalProperties: false },
)
export type ReportFile = Static<typeof ReportFile>
