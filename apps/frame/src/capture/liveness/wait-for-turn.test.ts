import type { LivenessChallenge, LivenessTurn } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { askEveryMs, beginningAfterWaitMs, beginningMs, waitForTurn } from './wait-for-turn.ts'

const challenge: LivenessChallenge = { id: 'c', steps: [], flashes: [], expiresInMs: 120_000 }

function line(turns: LivenessTurn[], onPause: (ms: number) => void = () => undefined) {
  const pauses: number[] = []
  const places: number[] = []
  const leaving = new AbortController()
  const walked = waitForTurn({
    ask: async () => turns.shift() ?? { challenge },
    async pause(ms) {
      pauses.push(ms)
      onPause(ms)
    },
    leaving: leaving.signal,
    onPlace: (ahead) => places.push(ahead),
  })
  return { walked, pauses, places, leaving }
}

test('without a line it begins at once', async () => {
  const { walked, pauses, places } = line([])
  expect(await walked).toBe(challenge)
  expect(pauses).toEqual([beginningMs])
  expect(places).toEqual([])
})

test('in a line the place is told, and there is time to look up when it begins', async () => {
  const { walked, pauses, places } = line([{ ahead: 2 }, { ahead: 1 }])
  expect(await walked).toBe(challenge)
  expect(pauses).toEqual([beginningMs, askEveryMs, askEveryMs, beginningAfterWaitMs])
  expect(places).toEqual([2, 1, 0])
})

test('who leaves does not ask again, and gets nothing', async () => {
  const turns: LivenessTurn[] = [{ ahead: 2 }, { ahead: 1 }]
  const { walked, places, leaving } = line(turns, (ms) => ms === askEveryMs && leaving.abort())
  expect(await walked).toBeUndefined()
  expect(places).toEqual([2])
  expect(turns).toHaveLength(1)
})
