import type { LivenessChallenge } from '@touchstone/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChallengeMoment } from './challenge-moment.ts'
import { rateWithin, runChallenge } from './run-challenge.ts'

const challenge: LivenessChallenge = {
  id: 'drawn',
  flashes: [{ colour: 'red', fromMs: 1_000, toMs: 1_350 }],
  steps: [{ action: 'nod', fromMs: 2_000, toMs: 4_500 }],
  expiresInMs: 120_000,
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function run(onFrame: (atMs: number) => boolean = () => true, isPatient = false, rate?: () => number) {
  const frames: number[] = []
  const moments: ChallengeMoment[] = []
  const { finished, stop } = runChallenge({
    challenge,
    isPatient,
    ...(rate && { rate }),
    now: () => Date.now() + 5_000,
    onMoment: (moment) => moments.push(moment),
    onFrame(atMs) {
      const isTaken = onFrame(atMs)
      if (isTaken) frames.push(atMs)
      return isTaken
    },
  })
  return { frames, moments, finished, stop }
}

test('records eight frames a second from the start to the end', async () => {
  const { frames, moments, finished } = run()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await finished).toBe('whole')
  expect(frames[0]).toBe(0)
  for (let second = 0; second < 4; second++) {
    const within = frames.filter((atMs) => atMs >= second * 1_000 && atMs < (second + 1) * 1_000)
    expect(within.length).toBe(8)
  }
  expect(new Set(moments.map(({ phase }) => phase))).toEqual(new Set(['neutral', 'step', 'done']))
})

test('lowers the frame rate when the server requests it, but not below the rate that the server accepts', async () => {
  let requested = 8
  const { frames, finished } = run(undefined, false, () => rateWithin(requested))
  await vi.advanceTimersByTimeAsync(2_000)
  requested = 3
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await finished).toBe('whole')
  const within = (fromMs: number) => frames.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1_000).length
  expect([within(0), within(1_000)]).toEqual([8, 8])
  for (let fromMs = 2_000; fromMs <= 3_500; fromMs += 500) expect([6, 7]).toContain(within(fromMs))
  expect([rateWithin(undefined), rateWithin(100)]).toEqual([8, 8])
})

test('starts the clock with the camera’s first frame', async () => {
  let looks = 0
  const { frames, moments, finished } = run(() => ++looks > 10)
  await vi.advanceTimersByTimeAsync(150)
  expect([frames, moments]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await finished).toBe('whole')
  expect(frames[0]).toBe(0)
})

test('catches up after a stall, so that every one-second period has at least six frames', async () => {
  const { frames, finished } = run()
  await vi.advanceTimersByTimeAsync(1_010)
  // Simulates a page whose timers were suspended.
  vi.setSystemTime(Date.now() + 300)
  await vi.advanceTimersByTimeAsync(6_000)
  await finished
  for (let from = 0; from <= 3_500; from += 500) {
    expect(
      frames.filter((atMs) => atMs >= from && atMs < from + 1_000).length,
      `${from}`,
    ).toBeGreaterThanOrEqual(6)
  }
  expect(frames.every((atMs, index) => index === 0 || atMs > (frames[index - 1] ?? 0))).toBe(true)
})

test('reports that recording was stopped', async () => {
  const { frames, finished, stop } = run()
  await vi.advanceTimersByTimeAsync(500)
  stop()
  const taken = frames.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await finished).toBe('stopped')
  expect(frames.length).toBe(taken)
})

test('aborts a recording if its gaps would make the server reject it, unless isPatient is set', async () => {
  const stall = async (isPatient: boolean) => {
    const { finished, frames } = run(() => true, isPatient)
    await vi.advanceTimersByTimeAsync(1_560)
    vi.setSystemTime(Date.now() + 900)
    await vi.advanceTimersByTimeAsync(6_000)
    return { outcome: await finished, last: frames.at(-1) ?? 0 }
  }
  const hasty = await stall(false)
  expect(hasty.outcome).toBe('starved')
  expect(hasty.last).toBeLessThan(3_000)
  const patient = await stall(true)
  expect(patient.outcome).toBe('whole')
  expect(patient.last).toBeGreaterThan(4_500)
})
