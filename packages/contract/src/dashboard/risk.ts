import { riskLevels } from '../risk-levels.ts'
import { oneOf, type Static, Type } from '../schema.ts'
import { Count, Time } from './parts.ts'

const coin = Type.String({ minLength: 1, maxLength: 64 })
const address = Type.String({ minLength: 1, maxLength: 256 })
const page = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** Coins that the risk pages support. */
export const RiskCoins = Type.Object({ coins: Type.Array(Type.String()) })
export type RiskCoins = Static<typeof RiskCoins>

/** Maximum number of addresses in a list that a member uploads. Longer lists are screened on the command line. */
export const maxScreenedAddresses = 5000

/** Request to screen a list: CSV with the columns `coin` and `address`. */
export const StartScreening = Type.Object({ csv: Type.String({ minLength: 1, maxLength: 450_000 }) })
/** Request for the results of a list. */
export const ScreeningIds = Type.Object({
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 5 }),
})
const screeningProgress = { ids: Type.Array(Type.String()), total: Count, done: Count }
/** Progress of the screening of a list. The service screens it in parts. */
export const ScreeningProgress = Type.Object(screeningProgress)
export type ScreeningProgress = Static<typeof ScreeningProgress>
/** The lists that were uploaded recently, newest first. Their results are deleted a day after they have finished. */
export const Screenings = Type.Object({
  screenings: Type.Array(Type.Object({ ...screeningProgress, startedAt: Time })),
})
export type Screenings = Static<typeof Screenings>

/** Request for a page of an address's transfers. */
export const TransfersQuery = Type.Object({ coin, address, page })

/** Query parameters of the watch list. */
export const WatchesPage = Type.Object({ page })
/** Request to add or remove a watch. */
export const WatchAddress = Type.Object({ coin, address })

/** What a merchant's agents may do over the Model Context Protocol. */
export const AgentRights = Type.Object({ mayWatch: Type.Boolean() })
export type AgentRights = Static<typeof AgentRights>

/** Query parameters of the alerts. `before` is the `seq` of the last entry on the previous page. */
export const AlertsQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })) })
const Level = Type.Object({ score: Type.Integer(), level: oneOf(riskLevels) })
/** A page of alerts, newest first. */
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
