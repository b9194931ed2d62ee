import { riskLevels } from '../risk-levels.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, Day, ProgramNo, Time } from './parts.ts'

/** Periods of the overview, in days. */
export const overviewDays = ['7', '30', '90'] as const

/** Query parameters of the overview. The period includes today. */
export const OverviewQuery = Type.Object({ days: Type.Optional(oneOf(overviewDays)) })

/** Figures of the overview page. */
export const Overview = Type.Object({
  /** Every day of the period, oldest first, including days without activity. */
  days: Type.Array(
    Type.Object({
      day: Day,
      started: Count,
      verified: Count,
      /**
       * Numbers of API requests: all requests, requests with an error response, and requests that the rate
       * limit rejected.
       */
      calls: Count,
      errors: Count,
      limited: Count,
    }),
  ),
  /** All-time totals. */
  totals: Type.Object({ started: Count, verified: Count, meids: Count }),
  /**
   * One funnel per program, of the journeys that started in the period: how many reached each status, and why
   * journeys stopped. Programs of different kinds have different steps, so their people are not added up.
   */
  funnels: Type.Array(
    Type.Object({
      programNo: ProgramNo,
      name: Type.String(),
      kind: Type.String(),
      steps: Type.Array(
        Type.Object({
          status: Type.String(),
          reached: Count,
          /**
           * Number of people who are currently in this status and have not failed. These people can still
           * continue.
           */
          waiting: Count,
          failed: Type.Array(Type.Object({ reason: Type.String(), people: Count })),
        }),
      ),
    }),
  ),
  /**
   * Time from the first screen to the result, for journeys that were completed in the period. The times are
   * null if there are no such journeys.
   */
  duration: Type.Object({
    people: Count,
    medianSeconds: nullable(Count),
    ninetyPercentSeconds: nullable(Count),
  }),
  /** The ten newest alerts. Null if the member has no permission to see alerts. */
  alerts: nullable(
    Type.Array(
      Type.Object({
        id: Type.String(),
        at: Time,
        coin: Type.String(),
        address: Type.String(),
        from: oneOf(riskLevels),
        to: oneOf(riskLevels),
      }),
    ),
  ),
})
export type Overview = Static<typeof Overview>
