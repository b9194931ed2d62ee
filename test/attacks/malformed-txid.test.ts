import { getRiskScore, type KytReader, openKytReader } from '@touchstone/kyt'
import { beforeAll, expect, test } from 'vitest'
import { coverNetworks } from '../support/cover-networks.ts'
import { onOneLedger } from '../support/ledger.ts'
import { addressOf, txOf, writeInto } from '../support/risk-ledger.ts'

// An impossible transaction id must not get the same answer as an unknown transaction. Otherwise, a client
// would wait for the transaction and treat a forged id as a pending deposit.

const hex = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const digest = 'Hay2tj3GcDYcE3AMHrej5WDsHGPVAYsegcubixLUvXUF'

onOneLedger('embedded', 'transaction hashes', (suite) => {
  let reader: KytReader
  beforeAll(async () => {
    const payment = { coin: 'ETH', position: 0, block: 1, time: 1_735_689_600, amount: 10n ** 18n }
    await writeInto(suite.ledger).transfers([
      { ...payment, tx: txOf(1), from: addressOf(1), to: addressOf(2) },
      { ...payment, tx: 'GENESIS_0', from: addressOf(1), to: addressOf(3) },
    ])
    await coverNetworks(suite.ledger, 'BTC', 'TRX', 'SOL', 'TON', 'SUI')
    reader = openKytReader(suite.ledger)
  })

  test.each([
    ['ETH', 'not-a-hash'],
    ['ETH', '0x1234'],
    ['ETH', `${hex}0`],
    ['ETH', `0x${hex.slice(1)}g`],
    ['ETH', addressOf(1)],
    ['USDT-ERC20', signature],
    ['BTC', `0x${hex}`],
    ['BTC', hex.slice(1)],
    ['TRX', digest],
    ['SOL', hex],
    ['SOL', digest],
    ['TON', `${hex}00`],
    ['SUI', signature],
    ['ETH', 'GENESIS_1'],
    ['ETH', "'; drop table transaction --"],
    ['ETH', ''],
  ])('%s: rejects "%s" and names its field', async (coin, txid) => {
    await expect(getRiskScore(reader, { coin, txid })).rejects.toMatchObject({
      kind: 'parameter',
      detail: expect.stringMatching(/^txid is not a valid transaction hash/),
    })
  })

  test.each([
    ['ETH', `0x${hex}`],
    ['ETH', `0x${hex.toUpperCase()}`],
    ['ETH', hex],
    ['BTC', hex.toUpperCase()],
    ['TRX', hex],
    ['SOL', signature],
    ['TON', hex],
    ['SUI', digest],
  ])('%s: reports %s as unknown', async (coin, txid) => {
    await expect(getRiskScore(reader, { coin, txid })).rejects.toMatchObject({ kind: 'unknownTransaction' })
  })

  test('finds a transaction in the ledger regardless of how its source wrote the id', async () => {
    for (const txid of [txOf(1), txOf(1).toUpperCase().replace('X', 'x'), 'GENESIS_0'])
      expect(await getRiskScore(reader, { coin: 'ETH', txid })).toMatchObject({ score: 3 })
    const foreign = { coin: 'ETH', txid: 'GENESIS_0', address: addressOf(9) }
    await expect(getRiskScore(reader, foreign)).rejects.toMatchObject({ kind: 'unknownTransaction' })
  })
})
