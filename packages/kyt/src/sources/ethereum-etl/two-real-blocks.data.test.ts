import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataFolder } from '../../../../../test/support/data-folder.ts'
import { type OpenedLedger, openTestLedger } from '../../../../../test/support/ledger.ts'
import { accountsOf } from '../../../../../test/support/whole-ledger.ts'
import { coinOfContract, findCoin } from '../../coins/find-coin.ts'
import { importTransfers } from '../../imports/import-transfers.ts'
import { refuseRejects } from '../../imports/rejects.ts'
import { openEthereumEtl } from './ethereum-etl.ts'

const recorded = dataFolder('ledger/ethereum-etl')

type Sums = { received: bigint; spent: bigint; fees: bigint }

/** Calculates the sums per coin and address directly from the files' text. */
function recompute(): Record<string, Sums> {
  const totals: Record<string, Sums> = {}
  const add = (coin: number | undefined, address: string, what: keyof Sums, amount: bigint) => {
    if (coin === undefined || amount === 0n) return
    const key = `${coin} ${address.slice(2).toUpperCase()}`
    totals[key] ??= { received: 0n, spent: 0n, fees: 0n }
    totals[key][what] += amount
  }
  const lines = (name: string) =>
    readFileSync(join(recorded, `${name}.json`), 'utf8')
      .trim()
      .split('\n')
  const textOf = (line: string, name: string) =>
    new RegExp(`"${name}": (?:"([^"]*)"|(\\d+)|null)`).exec(line)?.slice(1).find(Boolean) ?? ''
  const numberOf = (line: string, name: string) => BigInt(textOf(line, name) || 0)
  const ether = findCoin('ETH')?.id

  for (const line of lines('transactions')) {
    const from = textOf(line, 'from_address')
    const gas = numberOf(line, 'receipt_gas_used') * numberOf(line, 'receipt_effective_gas_price')
    add(ether, from, 'fees', gas + numberOf(line, 'receipt_l1_fee'))
    if (textOf(line, 'receipt_status') !== '1') continue
    const to = textOf(line, 'to_address') || textOf(line, 'receipt_contract_address')
    add(ether, from, 'spent', numberOf(line, 'value'))
    add(ether, to, 'received', numberOf(line, 'value'))
  }
  for (const line of lines('token_transfers')) {
    const coin = coinOfContract('ETH', textOf(line, 'token_address'))?.id
    const isNobody = (address: string) => /^0x0{40}$/.test(address)
    const [from, to] = [textOf(line, 'from_address'), textOf(line, 'to_address')]
    if (!isNobody(from)) add(coin, from, 'spent', numberOf(line, 'value'))
    if (!isNobody(to)) add(coin, to, 'received', numberOf(line, 'value'))
  }
  for (const line of lines('blocks')) {
    for (const [, address = '', gwei = ''] of line.matchAll(
      /"address": "(0x[0-9a-f]{40})", "amount": (\d+)/g,
    )) {
      add(ether, address, 'received', BigInt(gwei) * 1_000_000_000n)
    }
  }
  return totals
}

async function totalsOf(ledger: OpenedLedger): Promise<Record<string, Sums>> {
  const totals = await ledger.ledger.totals(await accountsOf(ledger, 10))
  return Object.fromEntries(
    [...totals].flatMap(([id, rows]) =>
      rows
        .filter(({ received, spent, fees }) => received + spent + fees > 0n)
        .map(({ coin, received, spent, fees }) => [
          `${coin} ${id.slice(2).toUpperCase()}`,
          { received, spent, fees },
        ]),
    ),
  )
}

describe('Two complete blocks', () => {
  const cases: [string, 'embedded' | 'server', string[]][] = [
    ['the whole folder', 'embedded', ['.']],
    ['the whole folder, on a server', 'server', ['.']],
    ['transactions first', 'server', ['transactions.json', 'token_transfers.json', 'blocks.json']],
    ['tokens first', 'server', ['token_transfers.json', 'blocks.json', 'transactions.json']],
    ['logs instead of tokens', 'server', ['logs.json', 'blocks.json', 'transactions.json']],
  ]
  test.each(cases)('%s', async (_, engine, paths) => {
    const ledger = await openTestLedger(engine)
    try {
      for (const path of [...paths, '.']) {
        const { source } = await openEthereumEtl({ path: join(recorded, path), network: 'ETH' })
        await importTransfers(ledger, { source, rejects: refuseRejects })
      }
      const expected = recompute()
      expect(Object.keys(expected).length).toBeGreaterThan(300)
      expect(await totalsOf(ledger)).toEqual(expected)
    } finally {
      await ledger.close()
    }
  })
})
