import type { Transfer } from '@touchstone/kyt'
import fc from 'fast-check'
import { worldAddress } from './ledger-runs.ts'

export const coinNames = ['ETH', 'USDT-ERC20', 'BTC'] as const

/**
 * Generates transactions between a few addresses. Each transaction has several transfers, including fees. One
 * address takes part in most of the transactions.
 */
export const someTransfers = (branch: string) =>
  fc
    .array(
      fc.record({
        coin: fc.constantFrom(...coinNames),
        block: fc.integer({ min: 100, max: 130 }),
        fee: fc.boolean(),
        moves: fc.array(
          fc.record({
            from: fc.oneof(fc.constant(2), fc.integer({ min: -1, max: 4 })),
            to: fc.integer({ min: -1, max: 4 }),
            amount: fc.bigInt({ min: 0n, max: 10n ** 22n }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
      }),
      { minLength: 1, maxLength: 60 },
    )
    .map((transactions) =>
      transactions.flatMap(({ coin, block, fee, moves }, index): Transfer[] => {
        const hash = `${branch.repeat(28)}${index.toString(16).padStart(8, '0')}`
        const tx = coin === 'BTC' ? hash : `0x${hash}`
        const at = { coin, tx, block, time: 1_700_000_000 + block * 12 }
        const name = (number: number) => (number < 0 ? '' : worldAddress(coin, number))
        const transfers: Transfer[] = moves.map(({ from, to, amount }, position) => ({
          ...at,
          position,
          from: from < 0 && to < 0 ? name(0) : name(from),
          to: name(to),
          amount,
        }))
        if (fee) transfers.push({ ...at, position: 1000, from: name(0), to: '', amount: 21_000n, fee: true })
        return transfers
      }),
    )

/**
 * Splits transfers into three pieces. Each transfer is in at least one piece, and the transfers within a
 * piece can be in any order.
 */
export const inPieces = (transfers: readonly Transfer[]) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.nat()), {
      minLength: transfers.length,
      maxLength: transfers.length,
    })
    .map((places) =>
      [1, 2, 4].map((bit) =>
        transfers
          .map((transfer, index) => ({ transfer, place: places[index] ?? [1, 0] }))
          .filter(({ place }) => (place[0] & bit) !== 0)
          .sort((one, other) => one.place[1] - other.place[1])
          .map(({ transfer }) => transfer),
      ),
    )

/** Draws random transfers. The same seed gives the same transfers. */
export function sampleTransfers(seed: number): Transfer[] {
  const drawn = fc.sample(someTransfers(seed.toString(16).padStart(2, '0')), { seed, numRuns: 20 })
  return drawn.reduce((longest, one) => (one.length > longest.length ? one : longest))
}
