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
      /**
       * Whether this is the demo merchant. Anyone can sign in to the demo merchant, so only operators decide
       * its reviews.
       */
      demo: Type.Boolean(),
      delegated: Type.Boolean(),
      byTwo: Type.Boolean(),
    }),
  ),
})
export type MerchantsOfService = Static<typeof MerchantsOfService>

/** Request for a preview of an erasure. A person can be identified only by the id. */
export const ForgetPreviewQuery = Type.Object({ svcId: SvcId })
/** Request to erase a person's data. `confirm` must repeat the id. */
export const ForgetPerson = Type.Object({ svcId: SvcId, confirm: Type.String({ maxLength: 64 }) })
export type ForgetPerson = Static<typeof ForgetPerson>

const Receipt = Type.Object({
  receiptId: Type.String(),
  at: Time,
  /** Whether the erasure is complete. False while a token is waiting to be burned. */
  complete: Type.Boolean(),
  faceprints: Count,
  accounts: Count,
  journeys: Count,
  tokens: Type.Array(Type.Object({ chainId: Type.String(), tokenId: Type.String(), burnt: Type.Boolean() })),
})
/** Receipt of an erasure. */
export const ForgetReceiptView = Receipt
export type ForgetReceiptView = Static<typeof ForgetReceiptView>

/** The effects of an erasure. `receipt` is null if the person's data has not been erased. */
export const ForgetPreview = Type.Object({
  svcId: SvcId,
  journeys: Type.Array(
    Type.Object({
      merchant: Type.String(),
      programNo: Type.String(),
      kind: Type.String(),
      status: Type.String(),
      /** Whether the journey is in progress and would fail because of the erasure. */
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

/** States of a transaction in the journal of a chain. */
export const chainJobStates = ['queued', 'reserved', 'signed', 'sent', 'included', 'final', 'failed'] as const

const FollowedNetwork = Type.Object({
  ...state,
  lastBlock: Count,
  /** Time of the newest imported block. Null if the time was not stored. */
  lastBlockAt: nullable(Time),
  /**
   * The newest block in the node's most recent report. Null if only a range of blocks was followed and the
   * whole range has been imported.
   */
  head: nullable(Type.Object({ block: Count, behind: Count, askedAt: Time })),
})

/** The result of one check of the installation, as "touchstone doctor" and Health show it. */
export const Finding = Type.Object({
  check: Type.String(),
  state: oneOf(['good', 'note', 'wrong']),
  found: Type.String(),
  remedy: Type.Optional(Type.String()),
})
export type Finding = Static<typeof Finding>

/** Health of the service's components. `off` means that the settings disable the component. */
export const ServiceHealth = Type.Object({
  version: Type.String(),
  at: Time,
  /** Everything that a verification or a risk score needs. `touchstone doctor` reports the same findings. */
  checks: Type.Array(Finding),
  store: Type.Object({ ...state, engine: oneOf(['embedded', 'server']) }),
  limits: Type.Object({ ...state, shared: Type.Boolean() }),
  /** Whether the dashboard and the verification page share an origin. */
  origins: Type.Object({ ...state, shared: Type.Boolean() }),
  ledger: Type.Object({
    ...state,
    networks: Type.Array(
      Type.Object({
        network: Type.String(),
        newestBlock: Count,
        /** Times of the first and the last block. Null if the ledger does not respond. */
        period: nullable(Type.Object({ from: Time, to: Time })),
        /** Kinds of sources. */
        sources: Type.Array(Type.String()),
        /** Missing blocks between two ranges of consecutive blocks. */
        gaps: Type.Array(Type.Object({ first: Count, last: Count })),
        /** State of the follower. Null if no blocks of the network are imported from a node. */
        followed: nullable(FollowedNetwork),
      }),
    ),
    /** Coins of these networks that have no price. */
    unpriced: Type.Array(Type.String()),
    /** Time at which transfers were last added. */
    lastAt: nullable(Time),
    importsRunning: Count,
    watchesPaused: Type.Boolean(),
  }),
  /**
   * Sources from which the histories of individual addresses are fetched. `off` means that there are none.
   */
  sources: Type.Object({
    ...state,
    sources: Type.Array(
      Type.Object({
        name: Type.String(),
        network: nullable(Type.String()),
        host: Type.String(),
        /** `failed` means that the source is not queried until `backedOffUntil`. */
        ...state,
        problem: nullable(
          Type.Union([
            Type.Literal('limited'),
            Type.Literal('refused'),
            Type.Literal('unavailable'),
            Type.Literal('invalid'),
            Type.Literal('behind'),
            Type.Literal('chain'),
          ]),
        ),
        backedOffUntil: nullable(Time),
        answeredAt: nullable(Time),
      }),
    ),
    /** Networks with a source, but without data in the ledger. */
    onlySource: Type.Array(Type.String()),
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
  /** Processes that read documents and measure faces. `off` means that the server process does this work. */
  workers: Type.Object({
    ...state,
    workers: Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.String(),
        /**
         * `attention` means that the worker has not reported for several seconds, and `off` means that it has
         * a different key or a different queue version.
         */
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
  /** Rows that grant rights but have a wrong signature. The service ignores these rows. */
  rights: Type.Object({
    ...state,
    forged: Type.Array(Type.Object({ table: Type.String(), id: Type.String() })),
  }),
  /** Chains of the audit log in which the newest entry, or the stored record of that entry, was changed. */
  audit: Type.Object({
    ...state,
    damaged: Type.Array(
      Type.Object({
        chain: Type.String(),
        why: Type.Union([
          Type.Literal('head-missing'),
          Type.Literal('head-changed'),
          Type.Literal('cut-off'),
        ]),
      }),
    ),
  }),
  /** Journeys whose automatic step failed on every attempt. */
  journeys: Type.Object({
    ...state,
    stuck: Count,
    since: nullable(Time),
    reasons: Type.Array(Type.Object({ step: Type.String(), code: Type.String(), count: Count })),
  }),
})
export type ServiceHealth = Static<typeof ServiceHealth>
