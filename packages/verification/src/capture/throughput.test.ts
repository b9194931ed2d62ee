import { createManualClock } from '@touchstone/common'
import { expect, test } from 'vitest'
import { cameraRateFor, cameraRates, createThroughput } from './throughput.ts'

function open(workers: number) {
  const clock = createManualClock(0)
  const throughput = createThroughput({ clock, workers: () => workers })
  /** Measures batches of four frames, `together` batches at a time. */
  const run = (batches: number, ms: number, together = 1) => {
    for (let done = 0; done < batches; done += together) {
      const ends = Array.from({ length: together }, () => throughput.begin())
      clock.advance(ms)
      for (const end of ends) end(4)
    }
  }
  return { clock, throughput, run }
}

test('starts with one seat per worker', () => {
  expect(open(1).throughput.seats()).toBe(1)
  expect(open(3).throughput.seats()).toBe(3)
})

test('adjusts the number of seats to the measured throughput', () => {
  const { throughput, run } = open(2)
  run(150, 190)
  expect(throughput.framesPerSecond()).toBeCloseTo(42.1, 0)
  expect(throughput.seats()).toBe(5)
  run(150, 1000)
  expect(throughput.framesPerSecond()).toBeCloseTo(8, 0)
  expect(throughput.seats()).toBe(1)
  run(150, 60_000)
  expect(throughput.seats()).toBe(1)
})

test('excludes idle time and the time that batches spend waiting for a worker', () => {
  const { clock, throughput, run } = open(2)
  // Eight batches share two workers, so each batch takes a fifth of a second of worker time.
  run(400, 800, 8)
  expect(throughput.framesPerSecond()).toBeCloseTo(40, 0)
  clock.advance(3_600_000)
  run(1, 200)
  expect(throughput.framesPerSecond()).toBeCloseTo(40, 0)
})

test('ignores batches that failed', () => {
  const { clock, throughput } = open(1)
  const before = throughput.framesPerSecond()
  const end = throughput.begin()
  clock.advance(60_000)
  end(0)
  expect(throughput.framesPerSecond()).toBe(before)
})

test('requests fewer frames if the cameras send more in total than the workers can measure', () => {
  const { throughput, run } = open(1)
  const rate = (seated: number) => cameraRateFor({ throughput, captures: { seated: () => seated } })
  expect([rate(0), rate(1), rate(2)]).toEqual([cameraRates.usual, cameraRates.usual, cameraRates.least])
  // Each batch of four frames takes one second.
  run(60, 1000)
  expect(rate(1)).toBe(cameraRates.least)
})
