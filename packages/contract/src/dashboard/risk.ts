import { AddressOverview, Counterparty, riskLevels } from '../operations/kyt.ts'
import { RiskExplanation } from '../operations/risk.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, Time } from './parts.ts'

const coin = Type.String({ minLength: 1, maxLength: 64 })
const address = Type.String({ minLength: 1, maxLength: 256 })
const page = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const RiskCoins = Type.Object({ coins: Type.Array(Type.String()) })
export type RiskCoins = Static<typeof RiskCoins>

/** An address, a transaction, or a transaction as one address sees it. */
export const AskRisk = Type.Object({
  coin,
  address: Type.Optional(address),
  txid: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
})

export const RiskReport = Type.Object({
  explanation: RiskExplanation,
  /** Everything that is said of the address, the most telling first. */
  labels: Type.Array(
    Type.Object({
      name: Type.String(),
      category: Type.String(),
      incident: Type.String(),
      source: Type.String(),
      version: Type.String(),
      /** When this edition of the source was read; null where the source is not listed any more. */
      readAt: nullable(Time),
    }),
  ),
  /** Null where only a transaction was asked about. */
  overview: nullable(AddressOverview),
  counterparties: Type.Array(Counterparty),
})
export type RiskReport = Static<typeof RiskReport>

export const AskTransfers = Type.Object({ coin, address, page })

export const WatchesPage = Type.Object({ page })
export const WatchAddress = Type.Object({ coin, address })

/** `before`: the last of the page before. */
export const AlertsQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })) })
const Level = Type.Object({ score: Type.Integer(), level: oneOf(riskLevels) })
/** The newest first. */
export const Alerts = Type.Object({
  alerts: Type.Array(
    Type.Object({
      seq: Count,
      id: Type.String(),
      at: Time,
      coin: Type.String(),
      address: Type.String(),
      from: Level,
      to: Level,
      incident: Type.String(),
      details: Type.Array(Type.String()),
    }),
  ),
  more: Type.Boolean(),
})
export type Alerts = Static<typeof Alerts>
