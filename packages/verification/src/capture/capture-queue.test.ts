import { createManualClock } from '@touchstone/common'
import { expect, test } from 'vitest'
import { createCaptureQueue } from './capture-queue.ts'

function open(seats: number) {
  const clock = createManualClock(0)
  const now = { seats }
  const queue = createCaptureQueue({ clock, seats: () => now.seats })
  const ask = (journeyId: number, merchant = 'shop') => queue.place({ journeyId, merchant })
  const place = (journeyId: number, merchant?: string) => ask(journeyId, merchant).ahead
  return { clock, queue, now, ask, place }
}

test('assigns seats and queue positions in order of arrival', () => {
  const { queue, place } = open(2)
  expect([1, 2, 3, 4].map((id) => place(id))).toEqual([0, 0, 1, 2])
  queue.leave(1)
  expect(place(5)).toBe(3)
  // The fourth journey asks before the third, but the free seat belongs to the third.
  expect(place(4)).toBe(2)
  expect(place(3)).toBe(0)
  expect(place(4)).toBe(1)
})

test('keeps the seat if the person starts again', () => {
  const { queue, place } = open(1)
  expect([place(1), place(2), place(1)]).toEqual([0, 1, 0])
  expect(queue.seated()).toBe(1)
})

test('reassigns the seat of a person who sends no pictures, but not the seat of a person who does', () => {
  const { clock, queue, place } = open(2)
  place(1)
  place(2)
  clock.advance(20_000)
  queue.keepSeat(1)
  clock.advance(20_000)
  expect([place(3), place(4)]).toEqual([0, 1])
  // The second person's late pictures do not regain the seat.
  queue.keepSeat(2)
  expect([place(4), place(2)]).toEqual([1, 2])
})

test('drops people who have left the queue', () => {
  const { clock, queue, place } = open(1)
  for (const id of [1, 2, 3]) place(id)
  clock.advance(10_000)
  place(3)
  queue.keepSeat(1)
  clock.advance(10_000)
  expect(place(3)).toBe(1)
  queue.leave(1)
  expect(place(3)).toBe(0)
})

test('adjusts to a changed number of seats without revoking assigned seats', () => {
  const { queue, now, place } = open(2)
  expect([1, 2, 3].map((id) => place(id))).toEqual([0, 0, 1])
  now.seats = 1
  queue.leave(1)
  expect([place(2), place(3)]).toEqual([0, 1])
  now.seats = 3
  expect(place(3)).toBe(0)
})

test('alternates between merchants regardless of queue length', () => {
  const { queue, place } = open(1)
  place(1, 'crowd')
  for (const id of [2, 3, 4]) place(id, 'crowd')
  // The merchant with many people got the last seat, so the other merchants are next, in order of arrival.
  expect(place(10, 'shop')).toBe(1)
  expect(place(20, 'bank')).toBe(2)
  expect(place(11, 'shop')).toBe(4)
  expect([2, 3, 4].map((id) => place(id, 'crowd'))).toEqual([3, 5, 6])

  const everyone = new Map([
    ...[2, 3, 4].map((id) => [id, 'crowd'] as const),
    ...([
      [10, 'shop'],
      [11, 'shop'],
      [20, 'bank'],
    ] as const),
  ])
  const seated: number[] = []
  for (let last = 1; everyone.size > 0; ) {
    queue.leave(last)
    for (const [id, merchant] of everyone) {
      if (place(id, merchant) > 0) continue
      seated.push(id)
      everyone.delete(id)
      last = id
    }
  }
  expect(seated).toEqual([10, 20, 2, 11, 3, 4])
})

test("holds a person's seat for one minute if the service delayed the capture", () => {
  const { clock, queue, place } = open(1)
  place(1)
  queue.keepSeat(1)
  queue.holdSeat(1)
  clock.advance(59_000)
  expect([place(2), place(1)]).toEqual([1, 0])
  queue.holdSeat(1)
  clock.advance(61_000)
  expect(place(2)).toBe(0)
})

test('estimates waiting times from previous captures', () => {
  const { clock, queue, ask } = open(2)
  const wait = (id: number) => ask(id).waitSeconds
  ask(1)
  clock.advance(10_000)
  ask(2)
  // Each capture is assumed to take half a minute: the first seat becomes free after 20 seconds, the second
  // after 30.
  expect([3, 4, 5, 6].map(wait)).toEqual([20, 30, 50, 60])
  // One capture took 80 seconds, so the estimated duration of all others rises to 40 seconds.
  for (let ms = 10_000; ms < 80_000; ms += 10_000) {
    clock.advance(10_000)
    for (const id of [1, 2]) queue.keepSeat(id)
    for (const id of [3, 4, 5, 6]) ask(id)
  }
  queue.leave(1)
  expect([ask(3).ahead, wait(4)]).toEqual([0, 1])
  expect([wait(5), wait(6)]).toEqual([40, 40])
})

test('ignores seats without a capture when estimating durations', () => {
  const { queue, ask } = open(1)
  for (let id = 1; id < 20; id++) {
    ask(id)
    queue.leave(id)
  }
  ask(20)
  expect(ask(21)).toEqual({ ahead: 1, waitSeconds: 30 })
})

test('remembers where the faces are in the pictures until the person leaves the seat', () => {
  const { queue, place } = open(1)
  const faces = [{ box: { x: 1, y: 2, width: 3, height: 4 }, boxScore: 1, meshScore: 1, points: [] }]
  const followed = { faces, drawn: { search: 7 } }
  queue.follow(1, followed)
  expect(queue.followed(1)).toBeUndefined()
  place(1)
  queue.follow(1, followed)
  expect(queue.followed(1)).toEqual(followed)
  queue.leave(1)
  place(1)
  expect(queue.followed(1)).toBeUndefined()
})
