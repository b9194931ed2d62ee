import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, type Paid, type RiskWorld } from '../../../../../test/support/risk-world.ts'
import { runs } from '../../../../../test/support/test-all.ts'
import { defaultRiskPolicy, type RiskPolicy, type TaintMethod } from '../../policy/risk-policy.ts'
import { decayOver, million } from '../score/formula.ts'
import type { Side } from './side.ts'

const labels = { thief: 'theft', mixer: 'mixer', bank: 'exchange', dex: 'dex' } as const
const methods = ['haircut', 'fifo', 'poison'] as const
const by = (method: TaintMethod): RiskPolicy => ({ ...defaultRiskPolicy, method })
const severe = defaultRiskPolicy.received.weights.severe

/** Stolen funds that reach x through several new addresses. */
const chain = (between: number, usd = 1000): Paid[] =>
  Array.from({ length: between + 1 }, (_, hop) => ({
    from: hop === 0 ? 'thief' : `hop${hop}`,
    to: hop === between ? 'x' : `hop${hop + 1}`,
    usd,
    at: 10 + hop,
  }))

test.each([0, 1, 2, 3, 5, 8])(
  'reduces the effect of stolen funds by only the decay if the funds pass through %i new addresses',
  async (between) => {
    for (const method of methods) {
      const { score, sides } = await judge({ paid: chain(between), labels }, 'x', by(method))
      const decay = decayOver(defaultRiskPolicy.received.decay, between + 1)
      expect(score.received.points).toBe(BigInt(severe) * decay)
      expect(sides.received.findings).toHaveLength(1)
      expect(sides.received.findings[0]).toMatchObject({ address: 'thief', hops: between + 1 })
      expect(sides.received.findings[0]?.steps.map((step) => step.address)).toEqual([
        ...Array.from({ length: between }, (_, hop) => `hop${between - hop}`),
        'thief',
      ])
    }
  },
)

test('stops at the hop limit and reports the value that was not traced', async () => {
  const { score, sides } = await judge({ paid: chain(20), labels }, 'x')
  expect(score.score).toBe(3)
  expect(sides.received.notFollowed).toEqual(new Map([['hops', 1_000_000_000n]]))
})

test('treats funds as clean if they were sent before stolen funds arrived', async () => {
  for (const method of methods) {
    const paid = [
      { from: 'bank', to: 'mule', usd: 500, at: 1 },
      { from: 'mule', to: 'x', usd: 500, at: 2 },
      { from: 'thief', to: 'mule', usd: 500, at: 3 },
    ]
    expect((await judge({ paid, labels }, 'x', by(method))).score.score).toBe(3)
  }
})

test('taints payments from a mixed wallet according to each method', async () => {
  const paid = [
    { from: 'thief', to: 'wallet', usd: 300, at: 1 },
    { from: 'bank', to: 'wallet', usd: 700, at: 2 },
    { from: 'wallet', to: 'first', usd: 300, at: 3 },
    { from: 'wallet', to: 'second', usd: 700, at: 4 },
  ]
  const taintOf = async (method: TaintMethod, address: string) => {
    const { sides } = await judge({ paid, labels }, address, by(method))
    return sides.received.findings.reduce((sum, { value }) => sum + Number(value) / 1e6, 0)
  }
  expect([await taintOf('haircut', 'first'), await taintOf('haircut', 'second')]).toEqual([90, 210])
  expect([await taintOf('fifo', 'first'), await taintOf('fifo', 'second')]).toEqual([300, 0])
  expect([await taintOf('poison', 'first'), await taintOf('poison', 'second')]).toEqual([300, 700])
})

test('ignores circular transfers on both sides', async () => {
  const circle = Array.from({ length: 5 }, (_, turn) => [
    { from: 'x', to: 'friend', usd: 800, at: 20 + 2 * turn },
    { from: 'friend', to: 'x', usd: 800, at: 21 + 2 * turn },
  ]).flat()
  const paid = [
    { from: 'thief', to: 'x', usd: 500, at: 1 },
    { from: 'bank', to: 'x', usd: 500, at: 2 },
    { from: 'x', to: 'mixer', usd: 200, at: 3 },
    ...circle,
  ]
  const { score, sides } = await judge({ paid, labels }, 'x')
  expect(score).toMatchObject((await judge({ paid: paid.slice(0, 3), labels }, 'x')).score)
  expect(sides.received).toMatchObject({ whole: 1_000_000_000n, returned: 4_000_000_000n })
  expect(sides.sent).toMatchObject({ whole: 200_000_000n, returned: 4_000_000_000n })
})

describe('funds sent', () => {
  test('count fully for a direct transfer and decay with every further hop', async () => {
    const direct = await judge({ paid: [{ from: 'x', to: 'mixer', usd: 100, at: 1 }], labels }, 'x')
    expect(direct.score.sent.points).toBe(BigInt(defaultRiskPolicy.sent.weights.high) * million)
    const paid = [
      { from: 'x', to: 'friend', usd: 100, at: 1 },
      { from: 'friend', to: 'mixer', usd: 100, at: 2 },
    ]
    const far = await judge({ paid, labels }, 'x')
    expect(far.score.sent.points).toBe((BigInt(defaultRiskPolicy.sent.weights.high) * million) / 2n)
  })

  test('exclude earlier payments by the receiver and funds from other senders', async () => {
    const paid = [
      { from: 'bank', to: 'friend', usd: 100, at: 1 },
      { from: 'friend', to: 'mixer', usd: 100, at: 2 },
      { from: 'x', to: 'friend', usd: 100, at: 3 },
    ]
    const { score, sides } = await judge({ paid, labels }, 'x')
    expect(score.score).toBe(3)
    expect(sides.sent.ended).toEqual(new Map([['held', 100_000_000n]]))
  })
})

/**
 * Generates random worlds with a few users, a thief, a bank and a mixer. Uses only a few distinct times, so
 * that transfers often have the same time.
 */
const people = ['x', 'a', 'b', 'c', 'd']
const payment = fc
  .record({
    from: fc.constantFrom(...people, 'thief', 'bank', 'mixer'),
    to: fc.constantFrom(...people, 'bank', 'mixer'),
    usd: fc.integer({ min: 20, max: 5000 }),
    at: fc.integer({ min: 1, max: 8 }),
  })
  .filter(({ from, to }) => from !== to)
const world = fc
  .array(payment, { minLength: 1, maxLength: 25 })
  .map((paid): RiskWorld => ({ paid: paid.map((one, index) => ({ ...one, tx: `tx${index}` })), labels }))
/** Adds a DEX, a second coin and transactions with several transfers. */
const tradingWorld = fc
  .array(
    fc
      .record({
        from: fc.constantFrom(...people, 'thief', 'bank', 'dex'),
        to: fc.constantFrom(...people, 'bank', 'dex', 'mixer'),
        usd: fc.integer({ min: 1, max: 5000 }),
        at: fc.integer({ min: 1, max: 6 }),
        coin: fc.integer({ min: 1, max: 2 }),
      })
      .filter(({ from, to }) => from !== to),
    { minLength: 1, maxLength: 25 },
  )
  .map((paid): RiskWorld => ({ paid: paid.map((one) => ({ ...one, tx: `tx${one.at}` })), labels }))
const accountedFor = ({ findings, ended, notFollowed }: Side) =>
  [...findings.map(({ value }) => value), ...ended.values(), ...notFollowed.values()].reduce(
    (a, b) => a + b,
    0n,
  )

describe('in random worlds', () => {
  test.each(['haircut', 'fifo'] as const)(
    '%s accounts for the whole value and terminates on cycles',
    async (method) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(world, tradingWorld), async (any) => {
          const { sides } = await judge(any, 'x', by(method))
          expect(accountedFor(sides.received)).toBe(sides.received.whole)
          expect(accountedFor(sides.sent)).toBe(sides.sent.whole)
        }),
        { numRuns: runs(300) },
      )
    },
  )

  test.each(methods)('%s never lowers a score when more stolen funds arrive', async (method) => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 8 }),
        async (any, usd, at) => {
          const before = await judge(any, 'x', by(method))
          const more = { ...any, paid: [...any.paid, { from: 'thief', to: 'x', usd, at }] }
          const after = await judge(more, 'x', by(method))
          expect(after.score.score).toBeGreaterThanOrEqual(before.score.score)
        },
      ),
      { numRuns: runs(300) },
    )
  })

  test('keeps the score if a transfer is split', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.nat(), fc.integer({ min: 2, max: 10 }), async (any, which, pieces) => {
        const index = which % any.paid.length
        const split = any.paid.flatMap((one, at) =>
          at === index ? Array.from({ length: pieces }, () => ({ ...one, usd: one.usd / pieces })) : [one],
        )
        const before = (await judge(any, 'x')).score
        const after = (await judge({ ...any, paid: split }, 'x')).score
        for (const side of ['received', 'sent'] as const) {
          expect(Number(after[side].points - before[side].points)).toBeGreaterThan(-1000)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  test('reduces the score only by the decay if a transfer is routed through a new address', async () => {
    // The hop limit is large enough to include the additional hop.
    const far = {
      ...defaultRiskPolicy,
      least_share: 0,
      received: { ...defaultRiskPolicy.received, hops: 32 },
      sent: { ...defaultRiskPolicy.sent, hops: 32 },
    }
    await fc.assert(
      fc.asyncProperty(world, fc.nat(), async (collided, which) => {
        // Uses distinct times, because mutual payments at the same time can repeat a hop, so that the decay
        // would apply twice.
        const any = {
          ...collided,
          paid: collided.paid.map((one, index) => ({ ...one, at: one.at * 100 + index })),
        }
        const index = which % any.paid.length
        const detour = any.paid.flatMap((one, at) =>
          at === index
            ? [
                { ...one, to: 'fresh' },
                { ...one, from: 'fresh' },
              ]
            : [one],
        )
        const before = (await judge(any, 'x', far)).score
        const after = (await judge({ ...any, paid: detour }, 'x', far)).score
        for (const side of ['received', 'sent'] as const) {
          const kept = Number(before[side].points) * defaultRiskPolicy[side].decay
          expect(Number(after[side].points)).toBeGreaterThan(kept - 1000)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  test('never lets dust raise a clean address above Low if the address has larger funds or sent nothing', async () => {
    const income: Paid = { from: 'bank', to: 'x', usd: 20, at: 9 }
    const clean = fc
      .array(
        payment.filter(({ from, to }) => ![from, to].some((one) => one === 'thief' || one === 'mixer')),
        { maxLength: 15 },
      )
      .map((paid) => paid.map((one) => ({ ...one, usd: one.usd / 20 })))
    const dust = fc.array(
      fc.record({
        from: fc.constant('thief'),
        to: fc.constant('x'),
        usd: fc.double({ min: 0.000001, max: 0.99, noNaN: true }),
        at: fc.integer({ min: 1, max: 8 }),
      }),
      { minLength: 1, maxLength: 10 },
    )
    await fc.assert(
      fc.asyncProperty(clean, dust, async (paid, poison) => {
        // Excludes the poison method, with which dust taints whole balances. Because of this effect, it is
        // not the default method.
        for (const method of ['haircut', 'fifo'] as const) {
          const levelOf = async (of: readonly Paid[]) =>
            (await judge({ paid: [...of, ...poison], labels }, 'x', by(method))).score.level
          expect(await levelOf([...paid, income])).toBe('Low')
          expect(await levelOf(paid.filter(({ from }) => from !== 'x'))).toBe('Low')
        }
      }),
      { numRuns: runs(100) },
    )
  })

  test('is independent of the order of the transfers', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (any) => {
        const one = await judge(any, 'x')
        const other = await judge({ ...any, paid: [...any.paid].reverse() }, 'x')
        const shape = (sides: typeof one.sides) => [sides.received, sides.sent].map((side) => ({ ...side }))
        expect(shape(other.sides)).toEqual(shape(one.sides))
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('funds of unrecorded origin', () => {
  // The mule receives 100 from the thief and sends 1000. The ledger does not explain the other 900.
  const paid: Paid[] = [
    { from: 'thief', to: 'mule', usd: 100, at: 1 },
    { from: 'mule', to: 'x', usd: 1000, at: 2 },
  ]

  test('do not dilute stolen funds the way clean funds do', async () => {
    const { score, sides } = await judge({ paid, labels }, 'x')
    // 100 are stolen, and 100 × 900 ÷ (100 + 900) = 90 of the shortfall are inferred to be stolen.
    expect(sides.received.ended).toEqual(new Map([['unrecorded', 810_000_000n]]))
    expect(score.received.classes).toMatchObject([{ within: 190_000_000n, of: 230_500_000n }])
    expect(score.level).toBe('High')
    const explained = [{ from: 'bank', to: 'mule', usd: 900, at: 1 }, ...paid]
    expect((await judge({ paid: explained, labels }, 'x')).score.level).toBe('Moderate')
  })

  test('never make an address risky without stolen funds', async () => {
    const clean = world.map(({ paid }): RiskWorld => {
      const harmless = paid.filter(
        ({ from, to }) => ![from, to].some((one) => ['thief', 'mixer'].includes(one)),
      )
      return { paid: harmless, labels }
    })
    await fc.assert(
      fc.asyncProperty(clean, async (any) => {
        expect((await judge(any, 'x')).score.score).toBe(3)
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('the budget', () => {
  const mules = 900
  const paid = Array.from({ length: mules }, (_, index) => [
    { from: 'thief', to: `mule${index}`, usd: 100, at: 1 },
    { from: `mule${index}`, to: 'x', usd: 100, at: 2 },
  ]).flat()

  test('limits the number of traced addresses and reports the remaining value', async () => {
    const { sides, balanceReads, score } = await judge({ paid, labels }, 'x')
    const { addresses } = defaultRiskPolicy.budget
    expect(balanceReads.reduce((a, b) => a + b, 0)).toBe(addresses)
    expect(balanceReads.length).toBeLessThanOrEqual(Math.ceil(addresses / 64))
    const left = BigInt(mules - addresses) * 100_000_000n
    expect(sides.received.notFollowed).toEqual(new Map([['budget', left]]))
    expect(score.level).toBe('Moderate')
  })

  test('is spent on the largest share first', async () => {
    const rich = { from: 'rich', to: 'x', usd: 10_000, at: 2 }
    const first = { from: 'thief', to: 'rich', usd: 10_000, at: 1 }
    const narrow = { ...defaultRiskPolicy, budget: { ...defaultRiskPolicy.budget, addresses: 1 } }
    const { sides } = await judge({ paid: [...paid, rich, first], labels }, 'x', narrow)
    expect(sides.received.findings).toMatchObject([{ address: 'thief', value: 10_000_000_000n }])
  })
})
