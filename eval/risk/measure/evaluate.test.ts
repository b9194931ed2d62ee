import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshEmbedded } from '../../../test/support/engines.ts'
import { address, madeFlows, readMadeCase } from '../cases/made-case.ts'
import { evaluate, methods } from './evaluate.ts'
import { openStage, type Stage } from './open-world.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage(await openFreshEmbedded())
})
afterAll(() => stage?.close())

test('scores a case in a separate ledger with every method', async () => {
  const [thief, near, far, bank] = [1, 2, 3, 4]
  const the = readMadeCase({
    flows: madeFlows(
      [
        [thief, near, 90_000],
        [near, far, 60_000],
        [far, bank, 50_000],
      ],
      { [bank]: 'Some Bank' },
    ),
    sources: address(thief),
    terminals: address(bank),
  })
  const steps: string[] = []
  const run = await evaluate({
    the,
    seed: 1,
    perAddress: 4,
    perGroup: 5,
    compared: true,
    hidings: [{ of: 'transfers', share: 0.5 }],
    gaps: false,
    progress: (what) => steps.push(what),
    stage,
  })
  expect(steps).toContain('case-0, seed 1: filling a ledger')
  expect(run.counts).toMatchObject({ addresses: 4, services: 1, sources: 1, transfers: 3 })
  expect(Object.keys(run.metrics).sort()).toEqual([...methods].sort())
  // Nearly all of its funds came directly from the thief, so every policy scores it above Moderate.
  expect(run.metrics['the policy']?.found['hop 1']).toEqual({ total: 1, moderate: 1, high: 1 })
  expect(run.metrics['plain search, 4 hops']?.found['hop 2']).toEqual({ total: 1, moderate: 1, high: 1 })
  expect(run.hidden).toMatchObject([{ of: 'transfers', share: 0.5, metrics: { near: { total: 2 } } }])
  expect(run.metrics['one hop']?.alarms.everybody.total).toBe(run.counts.strangers)
})
