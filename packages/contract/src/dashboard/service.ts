import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, SvcId, Time } from './parts.ts'

/** All merchants, for the operator. */
export const MerchantsOfService = Type.Object({
  merchants: Type.Array(
    Type.Object({
      mchNo: Type.String(),
      name: Type.String(),
      plan: Type.String(),
      callsPerSecond: Type.Integer({ minimum: 1 }),
      liveKeys: Count,
      programs: Count,
      since: Time,
      /** Everybody can open it: its reviews stay the operator's. */
      demo: Type.Boolean(),
      delegated: Type.Boolean(),
      byTwo: Type.Boolean(),
    }),
  ),
})
export type MerchantsOfService = Static<typeof MerchantsOfService>

/** Whom to forget: by the id, and no other name. */
export const ForgetWhom = Type.Object({ svcId: SvcId })
/** `confirm`: the id once more. */
export const ForgetPerson = Type.Object({ svcId: SvcId, confirm: Type.String({ maxLength: 64 }) })
export type ForgetPerson = Static<typeof ForgetPerson>

const Receipt = Type.Object({
  receiptId: Type.String(),
  at: Time,
  /** False while a token still waits to be burnt. */
  complete: Type.Boolean(),
  faceprints: Count,
  accounts: Count,
  journeys: Count,
  tokens: Type.Array(Type.Object({ chainId: Type.String(), tokenId: Type.String(), burnt: Type.Boolean() })),
})
export const ForgetReceiptView = Receipt
export type ForgetReceiptView = Static<typeof ForgetReceiptView>

/** What forgetting would end. Null: the person was not forgotten before. */
export const ForgetPreview = Type.Object({
  svcId: SvcId,
  journeys: Type.Array(
    Type.Object({
      merchant: Type.String(),
      programNo: Type.String(),
      kind: Type.String(),
      status: Type.String(),
      /** It is under way, and fails. */
      ends: Type.Boolean(),
    }),
  ),
  tokens: Type.Array(Type.Object({ chainId: Type.String(), tokenId: Type.String() })),
  openReviews: Count,
  receipt: nullable(Receipt),
})
export type ForgetPreview = Static<typeof ForgetPreview>

export const healthStates = ['good', 'attention', 'failed', 'off'] as const
const state = { state: oneOf(healthStates) }

/** How far a transaction of a chain's journal is. */
export const chainJobStates = ['queued', 'reserved', 'signed', 'sent', 'included', 'final', 'failed'] as const

const FollowedNetwork = Type.Object({
  ...state,
  lastBlock: Count,
  /** When the newest block that was taken was made; null where that was not stored. */
  lastBlockAt: nullable(Time),
  /** What its node named last as the newest block. Null: only a part was asked for, and it is taken. */
  head: nullable(Type.Object({ block: Count, behind: Count, askedAt: Time })),
})

/** What the service knows of itself at this moment. `off`: there is none here, by the settings. */
export const ServiceHealth = Type.Object({
  version: Type.String(),
  at: Time,
  store: Type.Object({ ...state, engine: oneOf(['embedded', 'server']) }),
  limits: Type.Object({ ...state, shared: Type.Boolean() }),
  ledger: Type.Object({
    ...state,
    networks: Type.Array(
      Type.Object({
        network: Type.String(),
        newestBlock: Count,
        /** Null: its blocks are not taken from a node. */
        followed: nullable(FollowedNetwork),
      }),
    ),
    /** When transfers were last added. */
    lastAt: nullable(Time),
    importsRunning: Count,
    watchesPaused: Type.Boolean(),
  }),
  alerts: Type.Object({ ...state, pending: Count, dead: Count }),
  jobs: Type.Object({
    ...state,
    queues: Type.Array(
      Type.Object({
        name: Type.String(),
        waiting: Count,
        running: Count,
        failed: Count,
        waitingSince: nullable(Time),
      }),
    ),
  }),
  lists: Type.Object({
    ...state,
    lists: Type.Array(
      Type.Object({
        list: Type.String(),
        version: Type.String(),
        importedAt: Time,
        state: oneOf(['good', 'attention']),
      }),
    ),
  }),
  chains: Type.Object({
    ...state,
    jobs: Type.Array(Type.Object({ chainId: Type.String(), status: oneOf(chainJobStates), count: Count })),
  }),
  mail: Type.Object({ ...state, sent: Count, failed: Count }),
  reviews: Type.Object({ ...state, waiting: Count, since: nullable(Time) }),
})
export type ServiceHealth = Static<typeof ServiceHealth>
