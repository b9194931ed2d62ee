import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../../../../../test/support/data-folder.ts'
import { coinOfContract } from '../../coins/find-coin.ts'
import { mapBlock } from './map-block.ts'

const recorded = dataFolder('ledger/ethereum-etl')

type EtlRow = Record<string, unknown>
const rows = (name: string) =>
  readFileSync(join(recorded, `${name}.json`), 'utf8')
    .trim()
    .split('\n')
    // The values are too large to be represented exactly by a float.
    .map((text) => JSON.parse(text.replace(/"value": (\d+)/g, '"value": "$1"')) as EtlRow)
const hex = (number: unknown) => `0x${BigInt(String(number ?? 0)).toString(16)}`

test('derives the same token transfers from logs as ethereum-etl', () => {
  const mapped = rows('blocks').flatMap((block) => {
    const own = rows('transactions').filter((row) => row.block_hash === block.hash)
    const receipts = own.map((row) => ({
      transactionHash: String(row.hash),
      blockHash: String(block.hash),
      status: hex(row.receipt_status),
      gasUsed: hex(row.receipt_gas_used),
      effectiveGasPrice: hex(row.receipt_effective_gas_price),
      logs: rows('logs')
        .filter((one) => one.transaction_hash === row.hash)
        .map((one) => ({
          address: String(one.address),
          topics: one.topics as string[],
          data: String(one.data),
          logIndex: hex(one.log_index),
        })),
    }))
    const transactions = own.map((row) => ({
      hash: String(row.hash),
      from: String(row.from_address),
      to: row.to_address as string | null,
      value: hex(row.value),
    }))
    const head = {
      number: hex(block.number),
      hash: String(block.hash),
      parentHash: String(block.parent_hash),
    }
    const rpcBlock = { ...head, timestamp: hex(block.timestamp), transactions }
    return mapBlock({ network: 'ETH', block: rpcBlock, receipts }).transfers
  })
  const zeroAddress = `0x${'0'.repeat(40)}`
  const expected = rows('token_transfers').flatMap((row) => {
    const coin = coinOfContract('ETH', String(row.token_address))?.identifier
    const at = `${row.transaction_hash} ${Number(row.log_index) + 1}`
    const ends = [row.from_address, row.to_address].map((end) => (end === zeroAddress ? '' : end)).join('>')
    return coin && row.value !== '0' ? [`${coin} ${at} ${ends} ${row.value}`] : []
  })
  const tokens = mapped
    .filter(({ coin }) => coin !== 'ETH')
    .map(({ coin, tx, position, from, to, amount }) => `${coin} ${tx} ${position} ${from}>${to} ${amount}`)
  expect(expected.length).toBeGreaterThan(100)
  expect(tokens.sort()).toEqual(expected.sort())
  const values = rows('transactions').filter((row) => row.receipt_status === 1)
  const sum = values.reduce((total, row) => total + BigInt(String(row.value)), 0n)
  const moved = mapped.filter(({ coin, position }) => coin === 'ETH' && position === 0)
  expect(moved.reduce((total, { amount }) => total + amount, 0n)).toBe(sum)
})
