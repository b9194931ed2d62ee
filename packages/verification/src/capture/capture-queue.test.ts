import { createManualClock } from '@touchstone/common'
import { expect, test } from 'vitest'
import { createCaptureQueue } from './capture-queue.ts'

const open = (seats: number) => {
  const clock = createManualClock(0)
  return { clock, queue: createCaptureQueue({ clock, seats }) }
}

test('assigns seats and places in the order of arrival', () => {
  const { queue } = open(2)
  expect([1, 2, 3, 4].map(queue.place)).toEqual([0, 0, 1, 2])
  queue.leave(1)
  expect(queue.place(5)).toBe(3)
  // The fourth asks before the third: the one free seat belongs to the third.
  expect(queue.place(4)).toBe(2)
  expect(queue.place(3)).toBe(0)
  expect(queue.place(4)).toBe(1)
})

test('keeps the seat of a person who starts again', () => {
  const { queue } = open(1)
  expect([queue.place(1), queue.place(2), queue.place(1)]).toEqual([0, 1, 0])
})

test('reassigns a seat without pictures, but not one with pictures', () => {
  const { clock, queue } = open(2)
  queue.place(1)
  queue.place(2)
  clock.advance(20_000)
  queue.keepSeat(1)
  clock.advance(20_000)
  expect([queue.place(3), queue.place(4)]).toEqual([0, 1])
  // The late pictures of the second do not take the seat back.
  queue.keepSeat(2)
  expect([queue.place(4), queue.place(2)]).toEqual([1, 2])
})

test('drops people who have left the queue', () => {
  const { clock, queue } = open(1)
  for (const id of [1, 2, 3]) queue.place(id)
  clock.advance(10_000)
  queue.place(3)
  queue.keepSeat(1)
  clock.advance(10_000)
  expect(queue.place(3)).toBe(1)
  queue.leave(1)
  expect(queue.place(3)).toBe(0)
})
