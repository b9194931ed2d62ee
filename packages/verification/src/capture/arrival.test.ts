import { expect, test } from 'vitest'
import { isLagOfProcess, judgeArrival, type ReceivedFrame } from './arrival.ts'

const drawnAt = 1_000_000
const capture = (begunAt: number | null) => ({
  createdAt: new Date(drawnAt),
  arrived: { frames: 0, lastAtMs: -1, at: null, begunAt: begunAt === null ? null : new Date(begunAt) },
})
const frame = (atMs: number, receivedAt: number): ReceivedFrame => ({
  atMs,
  bytes: new Uint8Array(),
  receivedAt: drawnAt + receivedAt,
})
const verdict = (frames: ReceivedFrame[], begunAt: number | null = null) =>
  judgeArrival(capture(begunAt), frames).verdict

test('accepts frames that arrive during the recording', () => {
  expect(verdict([frame(0, 2000), frame(375, 2100)])).toBe('in-time')
  expect(verdict([frame(5000, 8900)], drawnAt + 1000)).toBe('in-time')
})

test('rejects a recording that starts before its challenge was drawn', () => {
  expect(verdict([frame(0, 1000), frame(1500, 1000)])).toBe('early')
  expect(verdict([frame(9000, 3000)], drawnAt + 1000)).toBe('early')
})

test('rejects a recording that starts too long after its challenge was drawn', () => {
  expect(verdict([frame(0, 7900)])).toBe('in-time')
  expect(verdict([frame(0, 8100)])).toBe('late')
})

test('rejects a frame that arrives more than three seconds late', () => {
  expect(verdict([frame(5000, 9100)], drawnAt + 1000)).toBe('late')
  expect(verdict([frame(5000, 8000), frame(5125, 9200)], drawnAt + 1000)).toBe('late')
})

test('derives the start of the recording from a later batch if the first batch was delayed', () => {
  const { begunAt } = judgeArrival(capture(drawnAt + 4000), [frame(5000, 6200)])
  expect(begunAt).toBe(drawnAt + 1200)
})

test('returns the start of the period and the excess for each exceeded limit', () => {
  const judged = judgeArrival(capture(drawnAt + 1000), [
    frame(5000, 6100),
    frame(5125, 9200),
    frame(5250, 9300),
  ])
  expect(judged).toEqual({
    verdict: 'late',
    begunAt: drawnAt + 1000,
    excesses: [
      { since: drawnAt + 6125, excessMs: 75 },
      { since: drawnAt + 6250, excessMs: 50 },
    ],
  })
  expect(judgeArrival(capture(null), [frame(0, 8100)])).toMatchObject({
    excesses: [{ since: drawnAt, excessMs: 100 }],
  })
})

test('blames the process only if its lag is at least as long as each excess', () => {
  const excesses = [
    { since: 1000, excessMs: 75 },
    { since: 2000, excessMs: 500 },
  ]
  const lagged = (ms: number) =>
    isLagOfProcess({ during: (from, to) => Math.min(ms, to - from) }, excesses, 6000)
  expect([lagged(0), lagged(75), lagged(499), lagged(500)]).toEqual([false, false, false, true])
})
