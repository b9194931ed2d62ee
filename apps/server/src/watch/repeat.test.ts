import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

test('work is done until it is stopped; a failure is told once, and again after another one or a success', async () => {
  const stop = new AbortController()
  const told: unknown[] = []
  const outcomes = ['done', 'one', 'one', 'two', 'two', 'done', 'two', 'two']
  const work = async () => {
    const outcome = outcomes.shift()
    if (outcomes.length === 0) stop.abort()
    if (outcome === 'done') return 0
    throw new Error(outcome)
  }
  const onFailure = (error: unknown) => told.push(error)
  await repeat({ work, signal: stop.signal, onFailure, afterFailureMs: 0 })
  expect(outcomes).toEqual([])
  expect(told).toEqual([new Error('one'), new Error('two'), new Error('two')])
})
