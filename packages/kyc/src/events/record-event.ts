import {
  type EventType,
  eventPrefixes,
  type ProgramKind,
  type VerificationMoment,
} from '@touchstone/contract'
import type { KycDb } from '../context.ts'
import { type EventOwner, insertEvents, type NewEvent } from './event-store.ts'

/**
 * Records an event in the caller's transaction, together with its deliveries. The event exists if and only if
 * the change that caused it exists. Returns the event's id.
 */
export async function recordEvent(
  db: KycDb,
  owner: EventOwner,
  event: NewEvent,
  to: Parameters<typeof insertEvents>[3] = {},
): Promise<string> {
  const [id] = await insertEvents(db, owner, [event], to)
  if (id === undefined) throw new Error('the event has no id')
  return id
}

/** The parts of a program that its events need. */
type EventProgram = {
  readonly merchantId: number
  readonly programNo: string
  readonly kind: ProgramKind
  readonly test: boolean
}

/** What happened in a journey. `bound` and `moved` apply to MeID only. */
export type JourneyMoment = VerificationMoment | 'bound' | 'moved'

/** Records events about a journey. All of them report the same status and refer to the same account. */
export async function recordJourneyEvents(
  db: KycDb,
  of: {
    readonly program: EventProgram
    readonly journeyId: number
    readonly status: string
    readonly at: Date
    /** The account for which the person shares the result. */
    readonly accountId?: number | undefined
  },
  moments: readonly JourneyMoment[],
): Promise<void> {
  if (moments.length === 0) return
  const { program, journeyId, status, at, accountId } = of
  const { programNo, kind, merchantId, test } = program
  const events = moments.map((moment) => ({
    type: `${eventPrefixes[kind]}.${moment}` as EventType,
    subject: `journey:${journeyId}`,
    data: { programNo, status },
    ...{ journeyId, at, test },
    ...(accountId !== undefined && { accountId }),
  }))
  await insertEvents(db, { merchantId }, events)
}
