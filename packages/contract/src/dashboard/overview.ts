import { riskLevels } from '../operations/kyt.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, Day, Time } from './parts.ts'

export const overviewDays = ['7', '30', '90'] as const

/** The last so many days, today among them. */
export const OverviewQuery = Type.Object({ days: Type.Optional(oneOf(overviewDays)) })

export const Overview = Type.Object({
  /** Every day of the time asked about, the oldest first, also those without anything. */
  days: Type.Array(
    Type.Object({
      day: Day,
      started: Count,
      verified: Count,
      /** Of the API: all calls, those that were answered with an error, those refused by the limit. */
      calls: Count,
      errors: Count,
      limited: Count,
    }),
  ),
  /** Of all time. */
  totals: Type.Object({ started: Count, verified: Count, meids: Count }),
  /** Where journeys that began in this time are: how many came so far, and why the others ended there. */
  steps: Type.Array(
    Type.Object({
      status: Type.String(),
      reached: Count,
      /** Here now, and nothing has failed: they may come back. */
      waiting: Count,
      failed: Type.Array(Type.Object({ reason: Type.String(), people: Count })),
    }),
  ),
  /** From the first screen to the result, of those who came to it in this time. Null where nobody did. */
  duration: Type.Object({
    people: Count,
    medianSeconds: nullable(Count),
    ninetyPercentSeconds: nullable(Count),
  }),
  /** The newest, at most ten; null to who may not see them. */
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
