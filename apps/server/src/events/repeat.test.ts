import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

test('repeats the work until stopped, and does not report the same failure twice in a row', async () => {
  const stop = new AbortController()
  const reported: unknown[] = []
  const outcomes = ['done', 'one', 'one', 'two', 'two', 'done', 'two', 'two']
  const work = async () => {
    const outcome = outcomes.shift()
    if (outcomes.length === 0) stop.abort()
    if (outcome === 'done') return 0
    throw new Error(outcome)
  }
  const onFailure = (error: unknown) => reported.push(error)
  await repeat({ work, signal: stop.signal, onFailure, afterFailureMs: 0 })
  expect(outcomes).toEqual([])
  expect(reported).toEqual([new Error('one'), new Error('two'), new Error('two')])
})
