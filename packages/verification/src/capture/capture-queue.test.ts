import { createManualClock } from '@touchstone/common'
import { expect, test } from 'vitest'
import { createCaptureQueue } from './capture-queue.ts'

const open = (seats: number) => {
  const clock = createManualClock(0)
  return { clock, queue: createCaptureQueue({ clock, seats }) }
}

test('who comes first is seated first, and the others in the order of their coming', () => {
  const { queue } = open(2)
  expect([1, 2, 3, 4].map(queue.place)).toEqual([0, 0, 1, 2])
  queue.leave(1)
  expect(queue.place(5)).toBe(3)
  // The fourth asks before the third does: the one free seat is not its own yet.
  expect(queue.place(4)).toBe(2)
  expect(queue.place(3)).toBe(0)
  expect(queue.place(4)).toBe(1)
})

test('who begins again keeps the seat', () => {
  const { queue } = open(1)
  expect([queue.place(1), queue.place(2), queue.place(1)]).toEqual([0, 1, 0])
})

test('a seat without pictures is given on; one with pictures is not', () => {
  const { clock, queue } = open(2)
  queue.place(1)
  queue.place(2)
  clock.advance(20_000)
  queue.stays(1)
  clock.advance(20_000)
  expect([queue.place(3), queue.place(4)]).toEqual([0, 1])
  // Its pictures come late: the seat stays with the one who has it now.
  queue.stays(2)
  expect([queue.place(4), queue.place(2)]).toEqual([1, 2])
})

test('who went away holds nobody up', () => {
  const { clock, queue } = open(1)
  for (const id of [1, 2, 3]) queue.place(id)
  clock.advance(10_000)
  queue.place(3)
  queue.stays(1)
  clock.advance(10_000)
  expect(queue.place(3)).toBe(1)
  queue.leave(1)
  expect(queue.place(3)).toBe(0)
})
