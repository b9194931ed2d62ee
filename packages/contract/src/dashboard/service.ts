import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, SvcId, Time } from './parts.ts'

/** All merchants, for operators. */
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
      /** Whether this is the demo merchant. It is public, so operators decide its reviews. */
      demo: Type.Boolean(),
      delegated: Type.Boolean(),
      byTwo: Type.Boolean(),
    }),
  ),
})
export type MerchantsOfService = Static<typeof MerchantsOfService>

/** Query of an erasure preview. The id is the only accepted identifier. */
export const ForgetPreviewQuery = Type.Object({ svcId: SvcId })
/** Erases a person. `confirm` repeats the id. */
export const ForgetPerson = Type.Object({ svcId: SvcId, confirm: Type.String({ maxLength: 64 }) })
export type ForgetPerson = Static<typeof ForgetPerson>

const Receipt = Type.Object({
  receiptId: Type.String(),
  at: Time,
  /** False while a token is waiting to be burned. */
  complete: Type.Boolean(),
  faceprints: Count,
  accounts: Count,
  journeys: Count,
  tokens: Type.Array(Type.Object({ chainId: Type.String(), tokenId: Type.String(), burnt: Type.Boolean() })),
})
/** Receipt of an erasure. */
export const ForgetReceiptView = Receipt
export type ForgetReceiptView = Static<typeof ForgetReceiptView>

/** The effects of erasing the person. `receipt` is null if the person has not been erased. */
export const ForgetPreview = Type.Object({
  svcId: SvcId,
  journeys: Type.Array(
    Type.Object({
      merchant: Type.String(),
      programNo: Type.String(),
      kind: Type.String(),
      status: Type.String(),
      /** Whether the journey is in progress and would fail. */
      ends: Type.Boolean(),
    }),
  ),
  tokens: Type.Array(Type.Object({ chainId: Type.String(), tokenId: Type.String() })),
  openReviews: Count,
  receipt: nullable(Receipt),
})
export type ForgetPreview = Static<typeof ForgetPreview>

/** Health states of a component. */
export const healthStates = ['good', 'attention', 'failed', 'off'] as const
const state = { state: oneOf(healthStates) }

/** States of a transaction in a chain's journal. */
export const chainJobStates = ['queued', 'reserved', 'signed', 'sent', 'included', 'final', 'failed'] as const

const FollowedNetwork = Type.Object({
  ...state,
  lastBlock: Count,
  /** Time of the newest imported block. Null if the time was not stored. */
  lastBlockAt: nullable(Time),
  /** The newest block that the node last reported. Null if only a range was configured and it has been imported. */
  head: nullable(Type.Object({ block: Count, behind: Count, askedAt: Time })),
})

/** Health of the service's components. `off` means that the settings disable the component. */
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
        /** Null if the network's blocks are not imported from a node. */
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
  /** Where documents are read and faces are measured. `off`: in the server process. */
  workers: Type.Object({
    ...state,
    workers: Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.String(),
        /** `attention`: it was not seen for some seconds. `off`: it has another key or another version of the queue. */
        ...state,
        faces: Count,
        documents: Count,
        running: Count,
        done: Count,
        failed: Count,
        since: Time,
        seenAt: Time,
      }),
    ),
    waiting: Count,
    running: Count,
    waitingSince: nullable(Time),
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
  /** Journeys whose automatic step failed on every attempt. */
  journeys: Type.Object({
    ...state,
    stuck: Count,
    since: nullable(Time),
    reasons: Type.Array(Type.Object({ step: Type.String(), code: Type.String(), count: Count })),
  }),
})
export type ServiceHealth = Static<typeof ServiceHealth>
