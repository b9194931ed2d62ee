import { expect, test } from 'vitest'
import { fullCrowd, generateBackground } from '../background/generate-background.ts'
import { generateHardUsers } from '../background/hard-users.ts'
import { address, madeFlows, readMadeCase } from '../cases/made-case.ts'
import { measureHidden } from './hidden-metrics.ts'
import { hideParts, hidings } from './hide-parts.ts'
import type { World } from './open-world.ts'

const [thief, near, mid, far, bank] = [1, 2, 3, 4, 5]
const the = readMadeCase({
  flows: madeFlows(
    [
      [thief, near, 900],
      [near, mid, 600],
      [mid, far, 400],
      [far, bank, 400],
    ],
    { [bank]: 'Some Bank' },
  ),
  sources: address(thief),
  terminals: address(bank),
})
const background = generateBackground({ the, seed: 1, perAddress: fullCrowd })
const exchanges = [...background.furtherServices.keys()]
const world: World = { the, background, hard: generateHardUsers({ the, seed: 1, perGroup: 20, exchanges }) }
const transfersOf = ({ the, background, hard }: World) => [
  ...the.transfers,
  ...background.transfers,
  ...hard.transfers,
]

test.each(hidings)('removes $share of the $of', (hiding) => {
  const visible = transfersOf(hideParts(world, hiding, 1))
  const all = transfersOf(world)
  expect(transfersOf(hideParts(world, hiding, 1))).toEqual(visible)
  const services = new Set([...the.services.keys(), ...exchanges])
  const start = the.transfers[0]?.time ?? 0
  const base = {
    transfers: all.length,
    receipts: all.filter(({ to }) => !services.has(to)).length / 2,
    history: all.filter(({ time }) => time < start).length,
  }[hiding.of]
  expect((all.length - visible.length) / base).toBeCloseTo(hiding.share, 1)
  if (hiding.of === 'receipts')
    expect(visible.filter(({ to }) => services.has(to))).toEqual(all.filter(({ to }) => services.has(to)))
})

test('counts an address as traceable only if the recorded transfers still connect it to the thief', () => {
  const visible = {
    ...world,
    the: { ...the, transfers: the.transfers.filter(({ to }) => to !== address(mid)) },
  }
  const low = { score: 3, level: 'Low' } as const
  const high = { score: 80, level: 'High' } as const
  const scores = new Map([near, mid, far].map((one) => [address(one), one === near ? high : low]))
  expect(measureHidden(world, visible, scores)).toMatchObject({
    near: { total: 3, moderate: 1, high: 1 },
    traceable: { total: 1, moderate: 1, high: 1 },
    honest: { paidService: { total: 1, moderate: 0, high: 0 }, gift: { total: 20 } },
  })
})
