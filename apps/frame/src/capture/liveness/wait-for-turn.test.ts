import type { LivenessChallenge, LivenessTurn } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { askEveryMs, beginningAfterWaitMs, beginningMs, waitForTurn } from './wait-for-turn.ts'

const challenge: LivenessChallenge = { id: 'c', steps: [], flashes: [], expiresInMs: 120_000 }

function line(turns: LivenessTurn[], onPause: (ms: number) => void = () => undefined) {
  const pauses: number[] = []
  const places: number[] = []
  const waits: (number | undefined)[] = []
  const leaving = new AbortController()
  const walked = waitForTurn({
    ask: async () => turns.shift() ?? { challenge },
    async pause(ms) {
      pauses.push(ms)
      onPause(ms)
    },
    leaving: leaving.signal,
    onPlace(ahead, waitSeconds) {
      places.push(ahead)
      waits.push(waitSeconds)
    },
  })
  return { walked, pauses, places, waits, leaving }
}

test('begins immediately without a queue', async () => {
  const { walked, pauses, places } = line([])
  expect(await walked).toBe(challenge)
  expect(pauses).toEqual([beginningMs])
  expect(places).toEqual([])
})

test('reports the place in the queue, and pauses before the challenge so that the person can look up', async () => {
  const { walked, pauses, places } = line([{ ahead: 2 }, { ahead: 1 }])
  expect(await walked).toBe(challenge)
  expect(pauses).toEqual([beginningMs, askEveryMs, askEveryMs, beginningAfterWaitMs])
  expect(places).toEqual([2, 1, 0])
})

test('reports the expected wait if the server provides it', async () => {
  const { walked, waits } = line([{ ahead: 2, waitSeconds: 70 }, { ahead: 1 }])
  await walked
  expect(waits).toEqual([70, undefined, undefined])
})

test('stops polling and returns undefined after the person leaves', async () => {
  const turns: LivenessTurn[] = [{ ahead: 2 }, { ahead: 1 }]
  const { walked, places, leaving } = line(turns, (ms) => ms === askEveryMs && leaving.abort())
  expect(await walked).toBeUndefined()
  expect(places).toEqual([2])
  expect(turns).toHaveLength(1)
})
