import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, type Paid } from '../../../../../test/support/risk-world.ts'
import { defaultRiskPolicy, type RiskPolicy, type TaintMethod } from '../../policy/risk-policy.ts'

const labels = { thief: 'theft', mixer: 'mixer', bank: 'exchange', dex: 'dex' } as const
const methods = ['haircut', 'fifo', 'poison'] as const
const by = (method: TaintMethod): RiskPolicy => ({ ...defaultRiskPolicy, method })

describe('services', () => {
  test('does not pass taint from one client of an exchange to another client', async () => {
    const paid = [
      { from: 'thief', to: 'bank', usd: 1_000_000, at: 1 },
      { from: 'bank', to: 'x', usd: 1000, at: 2 },
      { from: 'x', to: 'bank', usd: 500, at: 3 },
      { from: 'bank', to: 'thief', usd: 500, at: 4 },
    ]
    for (const method of methods) expect((await judge({ paid, labels }, 'x', by(method))).score.score).toBe(3)
  })

  test('scores the hot wallet of an exchange as Low, regardless of the funds that pass through it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 20 }),
        async (sums) => {
          const paid = sums.flatMap((usd, at) => [
            { from: 'thief', to: 'bank', usd, at },
            { from: 'bank', to: 'thief', usd, at },
          ])
          expect((await judge({ paid, labels }, 'bank')).score).toMatchObject({ score: 3, level: 'Low' })
        },
      ),
      { numRuns: 20 },
    )
  })

  test('stops at a mixer and reports it', async () => {
    const { sides } = await judge({ paid: [{ from: 'mixer', to: 'x', usd: 100, at: 1 }], labels }, 'x')
    expect(sides.received.findings).toMatchObject([{ address: 'mixer', riskClass: 'high', hops: 1 }])
  })

  const swapAt = (coin: number, from: number, at: number): Paid[] => [
    { from: 'mule', to: 'dex', usd: 1000, at, coin: from, tx: `swap${at}` },
    { from: 'dex', to: 'mule', usd: 1000, at, coin, tx: `swap${at}` },
  ]

  test('follows funds through swaps on both sides', async () => {
    const paid = [
      { from: 'thief', to: 'mule', usd: 1000, at: 1, coin: 1 },
      ...swapAt(2, 1, 2),
      ...swapAt(3, 2, 3),
      { from: 'mule', to: 'x', usd: 900, at: 4, coin: 3 },
    ]
    const { score, sides } = await judge({ paid, labels }, 'x')
    expect(score.received.classes[0]).toMatchObject({ riskClass: 'severe', hops: 2 })
    expect(sides.received.findings[0]?.value).toBe(900_000_000n)
    expect(sides.received.findings[0]?.steps.map(({ address, swap }) => [address, swap])).toEqual([
      ['mule', false],
      ['mule', true],
      ['mule', true],
      ['thief', false],
    ])
    // Swapping back and forth does not dilute the received funds.
    const mule = await judge({ paid, labels }, 'mule')
    expect(mule.score.score).toBe(98)
    const sent = [
      ...swapAt(2, 1, 2),
      { from: 'bank', to: 'mule', usd: 1000, at: 1, coin: 1 },
      { from: 'mule', to: 'mixer', usd: 900, at: 4, coin: 2 },
      { from: 'x', to: 'mule', usd: 1000, at: 1, coin: 1 },
      ...swapAt(2, 1, 3),
    ]
    const payer = await judge({ paid: sent, labels }, 'x')
    expect(payer.sides.sent.findings).toMatchObject([{ address: 'mixer', hops: 2 }])
  })

  describe('swaps whose proceeds go to another recipient', () => {
    const paid = [
      { from: 'thief', to: 'mule', usd: 1000, at: 1, coin: 1 },
      { from: 'bank', to: 'trader', usd: 500, at: 1, coin: 2 },
      // One transaction in which the mule sends its swap's proceeds to x, and the trader keeps the proceeds
      // of its own swap.
      { from: 'mule', to: 'dex', usd: 1000, at: 2, coin: 1, tx: 'batch' },
      { from: 'trader', to: 'dex', usd: 500, at: 2, coin: 2, tx: 'batch' },
      { from: 'dex', to: 'x', usd: 1000, at: 2, coin: 2, tx: 'batch' },
      { from: 'dex', to: 'trader', usd: 500, at: 2, coin: 1, tx: 'batch' },
    ]

    test("attribute the payer's funds to the recipient and leave the trader unaffected", async () => {
      const { sides } = await judge({ paid, labels }, 'x')
      expect(sides.received.findings).toMatchObject([{ address: 'thief', hops: 2, value: 1_000_000_000n }])
      expect(sides.received.findings[0]?.steps).toMatchObject([
        { address: 'mule', through: 'dex', tx: 'batch' },
        { address: 'thief', through: '' },
      ])
      expect((await judge({ paid, labels }, 'trader')).score.score).toBe(3)
    })

    test("attribute the recipient's spending of the funds to the payer", async () => {
      const further = [...paid, { from: 'x', to: 'mixer', usd: 1000, at: 3, coin: 2 }]
      const { sides } = await judge({ paid: further, labels }, 'mule')
      expect(sides.sent.findings).toMatchObject([{ address: 'mixer', hops: 2, value: 1_000_000_000n }])
    })

    test('attribute no more than the value that was paid in', async () => {
      const more = paid.map((one) => (one.to === 'x' ? { ...one, usd: 4000 } : one))
      const { sides } = await judge({ paid: more, labels }, 'x')
      expect(sides.received.findings).toMatchObject([{ address: 'thief', value: 1_000_000_000n }])
      expect(sides.received.ended).toEqual(new Map([['service', 3_000_000_000n]]))
    })

    test('are not assumed at an exchange, because an exchange pays out pooled funds', async () => {
      const custodial = paid.map(({ from, to, ...one }) => ({
        ...one,
        from: from === 'dex' ? 'bank' : from,
        to: to === 'dex' ? 'bank' : to,
      }))
      expect((await judge({ paid: custodial, labels }, 'x')).score.score).toBe(3)
    })
  })

  test('attributes a swap only up to the value of the coin that was paid in', async () => {
    const paid = [
      { from: 'x', to: 'dex', usd: 10, at: 1, coin: 2, tx: 'swap' },
      { from: 'dex', to: 'x', usd: 1000, at: 1, coin: 1, tx: 'swap' },
      { from: 'thief', to: 'x', usd: 10, at: 0, coin: 2 },
    ]
    const { sides } = await judge({ paid, labels }, 'x')
    expect(sides.received.ended).toEqual(new Map([['service', 990_000_000n]]))
    expect(sides.received.findings).toMatchObject([{ address: 'thief', value: 20_000_000n }])
  })
})
