import type { FollowedCapture } from '@touchstone/biometrics'
import type { Clock } from '@touchstone/common'
import type { CaptureQueue } from '../ports.ts'

/** If no pictures arrive for this long, the seat is given to the next person. */
const emptySeatMs = 30_000
/** How long the seat is held for a person who has to start again because the service delayed the capture. */
const heldSeatMs = 60_000
/** The page polls every two seconds. A page that has not polled for this long is treated as closed. */
const goneMs = 15_000
/**
 * The capture duration that is assumed before the first measurement, and the weight of each new measurement.
 */
const firstTurn = { ms: 30_000, weight: 0.2 }

type Seat = { since: number; until: number; hasPictures: boolean; followed?: FollowedCapture }
type Waiting = { merchant: string; seenAt: number }

export function createCaptureQueue(options: { clock: Clock; seats: () => number }): CaptureQueue {
  const { clock, seats } = options
  const seated = new Map<number, Seat>()
  /** The waiting journeys, in order of arrival. */
  const waiting = new Map<number, Waiting>()
  /** The sequence number of the last seat that each merchant was given. */
  const lastSeat = new Map<string, number>()
  let given = 0
  let turnMs = firstTurn.ms
  const measuring = new Map<string, Promise<void>>()

  function dropAbsent(now: number): void {
    for (const [id, { until }] of seated) if (until < now) seated.delete(id)
    for (const [id, { seenAt }] of waiting) if (seenAt < now - goneMs) waiting.delete(id)
    if (seated.size === 0 && waiting.size === 0) lastSeat.clear()
  }

  /**
   * Estimates how long the person at this queue position will wait for a seat, based on the average capture
   * duration.
   */
  function waitMs(place: number, now: number): number {
    const total = seats()
    const ends = [...seated.values()]
      .map(({ since }) => Math.max(0, since + turnMs - now))
      .sort((a, b) => a - b)
    // If the number of seats has decreased, the first seats that become free are not assigned again.
    const ofSeats = ends.slice(Math.max(0, ends.length - total))
    while (ofSeats.length < total) ofSeats.unshift(0)
    return (ofSeats[(place - 1) % total] ?? 0) + Math.floor((place - 1) / total) * turnMs
  }

  return {
    place({ journeyId, merchant }) {
      const now = clock.now()
      dropAbsent(now)
      const seat = seated.get(journeyId)
      if (seat) {
        seat.until = Math.max(seat.until, now + emptySeatMs)
        return { ahead: 0, waitSeconds: 0 }
      }
      waiting.set(journeyId, { merchant, seenAt: now })
      const ahead = inTurn(waiting, lastSeat).indexOf(journeyId) + 1
      if (ahead > seats() - seated.size) {
        return { ahead, waitSeconds: Math.max(1, Math.ceil(waitMs(ahead, now) / 1000)) }
      }
      waiting.delete(journeyId)
      seated.set(journeyId, { since: now, until: now + emptySeatMs, hasPictures: false })
      given += 1
      lastSeat.set(merchant, given)
      return { ahead: 0, waitSeconds: 0 }
    },
    seated() {
      dropAbsent(clock.now())
      return seated.size
    },
    keepSeat(journeyId) {
      const seat = seated.get(journeyId)
      if (seat === undefined) return
      seat.until = Math.max(seat.until, clock.now() + emptySeatMs)
      seat.hasPictures = true
    },
    holdSeat(journeyId) {
      const seat = seated.get(journeyId)
      if (seat) seat.until = clock.now() + heldSeatMs
    },
    leave(journeyId) {
      const seat = seated.get(journeyId)
      if (seat?.hasPictures) turnMs += firstTurn.weight * (clock.now() - seat.since - turnMs)
      seated.delete(journeyId)
      waiting.delete(journeyId)
    },
    measure(captureId, work) {
      const before = measuring.get(captureId) ?? Promise.resolve()
      const run = before
        .then(work)
        .catch(() => undefined)
        .finally(() => {
          if (measuring.get(captureId) === run) measuring.delete(captureId)
        })
      measuring.set(captureId, run)
      return run
    },
    follow(journeyId, followed) {
      const seat = seated.get(journeyId)
      if (seat) seat.followed = followed
    },
    followed: (journeyId) => seated.get(journeyId)?.followed,
    async measured(captureId) {
      await measuring.get(captureId)
    },
    isMeasuring: (captureId) => measuring.has(captureId),
    async settled() {
      await Promise.all(measuring.values())
    },
  }
}

/**
 * Returns the waiting journeys in the order in which they get seats: merchants alternate, starting with the
 * merchant that least recently received a seat. Each merchant's people stay in order of arrival.
 */
function inTurn(waiting: ReadonlyMap<number, Waiting>, lastSeat: ReadonlyMap<string, number>): number[] {
  const lines = new Map<string, number[]>()
  for (const [id, { merchant }] of waiting) {
    const line = lines.get(merchant)
    if (line) line.push(id)
    else lines.set(merchant, [id])
  }
  const turns = [...lines].sort(([a], [b]) => (lastSeat.get(a) ?? 0) - (lastSeat.get(b) ?? 0))
  const ordered: number[] = []
  for (let round = 0; ordered.length < waiting.size; round++) {
    for (const [, line] of turns) {
      const id = line[round]
      if (id !== undefined) ordered.push(id)
    }
  }
  return ordered
}
