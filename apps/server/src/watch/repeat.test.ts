import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

test('work is done until it is stopped; of failures in a row the first is told, and of those after a success again', async () => {
  const stop = new AbortController()
  const told: unknown[] = []
  const outcomes = ['done', 'one', 'two', 'done', 'three', 'four']
  const work = async () => {
    const outcome = outcomes.shift()
    if (outcomes.length === 0) stop.abort()
    if (outcome === 'done') return 0
    throw new Error(outcome)
  }
  const onFailure = (error: unknown) => told.push(error)
  await repeat({ work, signal: stop.signal, onFailure, afterFailureMs: 0 })
  expect(outcomes).toEqual([])
  expect(told).toEqual([new Error('one'), new Error('three')])
})
