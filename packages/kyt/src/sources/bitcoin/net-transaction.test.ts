import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Transfer } from '../../imports/transfer.ts'
import { type Coins, netTransaction } from './net-transaction.ts'

const fixed = { coin: 'BTC', tx: 'aa', block: 7, time: 1_700_000_000 }
const net = (inputs: Coins[], outputs: Coins[]) => netTransaction({ ...fixed, inputs, outputs })
const short = (transfers: Transfer[]) =>
  transfers.map(({ from, to, amount, fee }) => `${from}>${to} ${amount}${fee ? ' fee' : ''}`)

function perAddress(rows: Iterable<readonly [string, bigint]>): Record<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const [address, value] of rows) sums.set(address, (sums.get(address) ?? 0n) + value)
  return Object.fromEntries([...sums].filter(([address, sum]) => address !== '' && sum !== 0n).sort())
}
const sum = (values: bigint[]) => values.reduce((left, right) => left + right, 0n)

const coins = (names: number, most: number) =>
  fc.array(
    fc.record({
      address: fc.integer({ min: 0, max: names }).map((name) => `a${name}`),
      value: fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 2_100_000_000_000_000n)),
    }),
    { minLength: 1, maxLength: most },
  )
/** Generates transactions whose inputs cover their outputs. */
const transactions = (names: number, most: number) =>
  fc.tuple(coins(names, most), coins(names, most), fc.bigInt(0n, 1000n)).map(([inputs, outputs, extra]) => {
    const missing = sum(outputs.map(({ value }) => value)) - sum(inputs.map(({ value }) => value))
    const topUp = (missing > 0n ? missing : 0n) + extra
    return { inputs: [...inputs, { address: 'a0', value: topUp }], outputs }
  })

test("emits transfers that add up to each address's outputs minus its inputs", () => {
  fc.assert(
    fc.property(transactions(12, 20), ({ inputs, outputs }) => {
      const transfers = net(inputs, outputs)
      expect(
        perAddress(
          transfers.flatMap(({ from, to, amount }): [string, bigint][] => [
            [from, -amount],
            [to, amount],
          ]),
        ),
      ).toEqual(
        perAddress([
          ...inputs.map(({ address, value }): [string, bigint] => [address, -value]),
          ...outputs.map(({ address, value }): [string, bigint] => [address, value]),
        ]),
      )
      const fees = transfers.filter(({ fee }) => fee).map(({ amount }) => amount)
      expect(sum(fees)).toBe(sum(inputs.map(({ value }) => value)) - sum(outputs.map(({ value }) => value)))
      expect(transfers.every(({ amount }) => amount > 0n)).toBe(true)
      expect(transfers.map(({ position }) => position)).toEqual(transfers.map((_, index) => index))
      for (const { from, to, fee } of transfers) expect(to === '').toBe(fee === true && from !== '')
    }),
  )
})

test('does not depend on the order of inputs and outputs', () => {
  fc.assert(
    fc.property(transactions(8, 12), fc.nat(), ({ inputs, outputs }, turn) => {
      const turned = <T>(items: T[]) => {
        const at = turn % items.length
        return [...items.slice(at), ...items.slice(0, at)].reverse()
      }
      expect(net(turned(inputs), turned(outputs))).toEqual(net(inputs, outputs))
    }),
  )
})

test('emits only a few rows even for many senders and receivers', () => {
  fc.assert(
    fc.property(transactions(400, 300), ({ inputs, outputs }) => {
      const transfers = net(inputs, outputs).filter(({ fee }) => !fee)
      const senders = new Set(inputs.map(({ address }) => address)).size
      const receivers = new Set(outputs.map(({ address }) => address)).size
      expect(transfers.length).toBeLessThanOrEqual(Math.max(1024, senders + receivers - 1))
    }),
    { numRuns: 20 },
  )
  const people = Array.from({ length: 1500 }, (_, index) => index)
  const joined = net(
    people.map((index) => ({ address: `in${index}`, value: 1000n + BigInt(index) })),
    people.map((index) => ({ address: `out${index}`, value: 990n + BigInt(index) })),
  )
  expect(joined.length).toBeLessThanOrEqual(2999 + 1500)
})

test('does not emit change that returns to an input address', () => {
  expect(
    short(
      net(
        [{ address: 'me', value: 100n }],
        [
          { address: 'you', value: 30n },
          { address: 'me', value: 65n },
        ],
      ),
    ),
  ).toEqual(['me>you 30', 'me> 5 fee'])
})

test('emits change to a new address as a transfer', () => {
  expect(
    short(
      net(
        [{ address: 'me', value: 100n }],
        [
          { address: 'fresh', value: 70n },
          { address: 'you', value: 30n },
        ],
      ),
    ),
  ).toEqual(['me>fresh 70', 'me>you 30'])
})

test('distributes payments and the fee among senders in proportion', () => {
  expect(
    short(
      net(
        [
          { address: 'b', value: 200n },
          { address: 'a', value: 100n },
        ],
        [
          { address: 'x', value: 90n },
          { address: 'y', value: 180n },
        ],
      ),
    ),
  ).toEqual(['a>x 30', 'a>y 60', 'b>x 60', 'b>y 120', 'a> 10 fee', 'b> 20 fee'])
})

test('charges nothing to an input that is returned completely', () => {
  expect(
    short(
      net(
        [
          { address: 'guest', value: 40n },
          { address: 'host', value: 11n },
        ],
        [
          { address: 'guest', value: 40n },
          { address: 'shop', value: 10n },
        ],
      ),
    ),
  ).toEqual(['host>shop 10', 'host> 1 fee'])
})

test('emits only the fee if everything else nets out', () => {
  expect(short(net([{ address: 'me', value: 10n }], [{ address: 'me', value: 9n }]))).toEqual(['me> 1 fee'])
  expect(net([{ address: 'me', value: 10n }], [{ address: 'me', value: 10n }])).toEqual([])
})

test('emits coinbase outputs as minted', () => {
  expect(
    short(
      net(
        [],
        [
          { address: 'pool', value: 625n },
          { address: 'script', value: 0n },
          { address: 'pool', value: 5n },
        ],
      ),
    ),
  ).toEqual(['>pool 630'])
})

test('rejects amounts that no valid transaction has', () => {
  expect(() => net([{ address: 'a', value: 1n }], [{ address: 'b', value: 2n }])).toThrow(/worth more/)
  expect(() => net([{ address: 'a', value: -1n }], [])).toThrow(/negative/)
})
