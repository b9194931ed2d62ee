import { createManualClock } from '@touchstone/common'
import { expect, test } from 'vitest'
import { createProcessLag } from './process-lag.ts'

function open() {
  const clock = createManualClock(0)
  let tick = () => {}
  let isStopped = false
  const lag = createProcessLag({
    clock,
    every: (_, given) => {
      tick = given
      return {
        stop: () => {
          isStopped = true
        },
      }
    },
  })
  const run = (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end; tick()) clock.advance(50)
  }
  const stall = (ms: number) => {
    clock.advance(50 + ms)
    tick()
  }
  return { clock, lag, run, stall, isStopped: () => isStopped }
}

test('reports no lag while the timer fires on time', () => {
  const { clock, lag, run, stall } = open()
  run(1000)
  stall(15)
  expect(lag.during(0, clock.now())).toBe(0)
})

test('adds up only the stalls within the given period', () => {
  const { clock, lag, run, stall } = open()
  run(1000)
  stall(2000)
  run(500)
  stall(300)
  expect(lag.during(0, clock.now())).toBe(2300)
  // The first stall lasts from 1050 to 3050.
  expect(lag.during(2000, clock.now())).toBe(1350)
  expect(lag.during(0, 1550)).toBe(500)
  expect(lag.during(3050, 3550)).toBe(0)
})

test('includes a stall that the timer has not detected yet', () => {
  const { clock, lag, run } = open()
  run(1000)
  clock.advance(4050)
  expect(lag.during(0, clock.now())).toBe(4000)
})

test('discards stalls after two minutes and stops with the process', () => {
  const { clock, lag, run, stall, isStopped } = open()
  stall(2000)
  run(121_000)
  expect(lag.during(0, clock.now())).toBe(0)
  lag.stop()
  expect(isStopped()).toBe(true)
})
