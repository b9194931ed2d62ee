import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LedgerTransfer, SourceTransaction } from '../../ledger-store.ts'
import { packPiece, readBatch } from './packed-batch.ts'
import { type PackedMovement, packMovements, readMovements } from './packed-movements.ts'
import { packTransfers, readTransfers } from './packed-transfers.ts'

const hexOf = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => Buffer.from(bytes).toString('hex'))
const address = fc.oneof(fc.constant(''), hexOf(20), hexOf(32), hexOf(1, 80))
const amount = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 0n, max: 2n ** 64n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
)
const number = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.maxSafeNat())
const time = fc.integer({ min: 0, max: 2 ** 32 - 1 })

const movement: fc.Arbitrary<PackedMovement> = fc.record({
  kind: fc.constantFrom('in', 'out', 'fee'),
  time,
  block: number,
  position: number,
  tx: hexOf(8),
  counterparty: address,
  amount,
})
const transfer: fc.Arbitrary<LedgerTransfer> = fc.record({
  coin: fc.integer({ min: 0, max: 32_767 }),
  position: number,
  from: address,
  to: address,
  amount,
  fee: fc.boolean(),
})
const transaction: fc.Arbitrary<SourceTransaction> = fc.record({
  network: fc.integer({ min: 0, max: 255 }),
  tx: hexOf(1, 129),
  block: number,
  time,
  transfers: fc.array(transfer, { maxLength: 5 }),
})

it('restores movements after packing, including from concatenated packed rows', () => {
  fc.assert(
    fc.property(fc.array(movement), fc.array(movement), (first, second) => {
      const bytes = Buffer.concat([packMovements(first), packMovements(second)])
      const expected = [...first, ...second].map((one) => ({ ...one, coin: 7 }))
      expect(readMovements(bytes, 7)).toEqual(expected)
    }),
  )
})

it('restores transfers after packing', () => {
  fc.assert(
    fc.property(fc.array(transfer), (transfers) => {
      expect(readTransfers(packTransfers(transfers))).toEqual(transfers)
    }),
  )
})

it('restores a batch after packing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(transaction), async (transactions) => {
      expect(await readBatch((await packPiece(transactions)).bytes)).toEqual(transactions)
    }),
  )
})

it('rejects truncated rows', () => {
  const cut = packMovements([
    {
      kind: 'in',
      time: 1,
      block: 1,
      position: 0,
      tx: '00'.repeat(8),
      counterparty: 'aa'.repeat(20),
      amount: 10n ** 30n,
    },
  ])
  for (let length = 1; length < cut.length; length++) {
    expect(() => readMovements(cut.subarray(0, length), 1), `${length} bytes`).toThrow(RangeError)
  }
})
