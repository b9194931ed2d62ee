import type { RiskExplanation } from '@touchstone/contract'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { worldAddress } from '../../../../test/support/ledger-runs.ts'
import { someTransfers } from '../../../../test/support/random-transfers.ts'
import { oneEther, writeInto } from '../../../../test/support/risk-ledger.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { resetLedger } from '../imports/reset-ledger.ts'
import { retractBlocks } from '../imports/retract-blocks.ts'
import { createTransferConverter } from '../imports/transfer-converter.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { getAddressActions } from '../operations/get-actions.ts'
import { getAddressCounterparty } from '../operations/get-counterparty.ts'
import { getAddressOverview } from '../operations/get-overview.ts'
import { getAddressProfile } from '../operations/get-profile.ts'
import { explainRiskScore, getRiskScore } from '../operations/get-risk-score.ts'
import { getAddressLabels } from '../operations/labels.ts'
import { type KytReader, openKytReader } from './kyt-reader.ts'

const convert = createTransferConverter()

onOneLedger('embedded', 'cached answers', (suite) => {
  beforeEach(() => resetLedger(suite.ledger))

  /** Counts the queries that reach the ledger. */
  const counted = () => {
    const reads = { times: 0 }
    const { ledger } = suite.ledger
    const count =
      <Call extends unknown[], Result>(ask: (...call: Call) => Promise<Result>) =>
      async (...call: Call) => {
        reads.times += 1
        return await ask(...call)
      }
    const counting: LedgerStore = {
      ...ledger,
      accounts: count(ledger.accounts),
      coverage: count(ledger.coverage),
      edges: count(ledger.edges),
      labels: count(ledger.labels),
      histories: count(ledger.histories),
      prices: count(ledger.prices),
    }
    return { reads, reader: openKytReader({ ...suite.ledger, ledger: counting }) }
  }

  const other = (number: number) => worldAddress('ETH', 1000 + number)
  const [mine, funder] = [worldAddress('ETH', 1), worldAddress('ETH', 2)]

  test('keeps cached answers about addresses that are not affected by new blocks', async () => {
    const blocks = testAll ? 1000 : 100
    const { reads, reader } = counted()
    const { ledger } = suite.ledger
    await writeInto(suite.ledger).transfers([oneEther(1, funder, mine)])
    const ask = () => getRiskScore(reader, { coin: 'ETH', address: mine })
    const first = await ask()
    const before = reads.times
    for (let block = 2; block < blocks + 2; block += 1) {
      const piece = { importId: 1_000_000 + block, seq: 0 }
      const given = convert([oneEther(block, other(block % 50), other((block + 7) % 50))])
      await ledger.stage(piece, await ledger.pack(given))
      await ledger.commit(piece)
      expect(await ask()).toEqual(first)
    }
    expect(reads.times).toBe(before)
    await writeInto(suite.ledger).transfers([oneEther(blocks + 2, mine, other(1))])
    await ask()
    expect(reads.times).toBeGreaterThan(before)
    expect(await getAddressOverview(reader, { coin: 'ETH', address: mine })).toMatchObject({ txs_count: 2 })
  })

  test('a long calculation does not delay the lookups of others', async () => {
    const { ledger } = suite.ledger
    const key = (number: number) => ({ network: 1, address: other(number) })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const isSlow = (keys: readonly { readonly address: string }[]) =>
      keys.some(({ address }) => address === key(0).address)
    const reader = openKytReader({
      ...suite.ledger,
      ledger: {
        ...ledger,
        accounts: async (keys) => {
          if (isSlow(keys)) await released
          return await ledger.accounts(keys)
        },
      },
    })
    const long = reader.cached({ id: 'long' }, async (calculation) => {
      await calculation.totalsOf(Array.from({ length: 600 }, (_, number) => key(number + 1)))
      return await calculation.totalsOf([key(0)])
    })
    let isDone = false
    long.then(() => {
      isDone = true
    })
    expect(await reader.totals(key(700))).toEqual([])
    expect(await reader.cached({ id: 'short' }, (calculation) => calculation.totalsOf([key(701)]))).toEqual([
      [],
    ])
    expect(isDone).toBe(false)
    release()
    expect(await long).toEqual([[]])
  })

  test('updates the affected answers after a label several hops away, a price or a reorganisation', async () => {
    const { reader } = counted()
    const world = writeInto(suite.ledger)
    const score = async () => (await getRiskScore(reader, { coin: 'ETH', address: mine })).score
    await world.transfers([
      oneEther(1, other(1), funder),
      oneEther(2, funder, mine),
      oneEther(3, other(2), other(3)),
    ])
    await world.prices([{ coin: 'ETH', date: '2023-11-01', usd: 2000n }])
    const clean = await score()
    await world.labels([{ address: other(3), category: 'theft' }], 'elsewhere')
    expect(await score()).toBe(clean)
    await world.labels([{ address: other(1), category: 'theft' }], 'behind the funder')
    const tainted = await score()
    expect(tainted).toBeGreaterThan(clean)
    await retractBlocks(suite.ledger, { network: 'ETH', fromBlock: 2 })
    expect(await score()).toBe(clean)
    expect(await getAddressOverview(reader, { coin: 'ETH', address: mine })).toMatchObject({ txs_count: 0 })
  })

  test('matches uncached answers after any sequence of changes', async () => {
    const address = (number: number) => worldAddress('ETH', number)
    const everything = async (reader: KytReader) => {
      const answers = []
      for (let number = 0; number < 5; number += 1) {
        const query = { coin: 'ETH', address: address(number) }
        const withoutVersions = ({ data: _, ...rest }: RiskExplanation) => rest
        answers.push(
          await getAddressLabels(reader, query),
          await getAddressOverview(reader, query),
          await getAddressActions(reader, query),
          await getAddressCounterparty(reader, query),
          await getAddressProfile(reader, query),
          await getRiskScore(reader, query),
          withoutVersions(await explainRiskScore(reader, query)),
        )
      }
      return answers
    }
    const event = fc.oneof(
      fc.record({ transfers: someTransfers('ab') }),
      fc.record({ labelled: fc.nat(4), category: fc.constantFrom('theft', 'exchange', 'mixer') }),
      fc.record({ usd: fc.bigInt({ min: 1n, max: 5000n }) }),
      fc.record({ fromBlock: fc.integer({ min: 100, max: 131 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 6 }), async (events) => {
        await resetLedger(suite.ledger)
        const world = writeInto(suite.ledger)
        const reader = openKytReader(suite.ledger)
        // A range that no retraction reaches, so that the coin stays supported.
        await coverNetworks(suite.ledger, 'ETH')
        await everything(reader)
        for (const one of events) {
          if ('transfers' in one) await world.transfers(one.transfers.filter(({ coin }) => coin !== 'BTC'))
          else if ('labelled' in one) {
            const { category } = one
            await world.labels(
              [{ address: address(one.labelled), category: category as 'theft' }],
              `list ${category}`,
            )
          } else if ('usd' in one) await world.prices([{ coin: 'ETH', date: '2023-11-15', usd: one.usd }])
          else await retractBlocks(suite.ledger, { network: 'ETH', fromBlock: one.fromBlock })
          expect(await everything(reader)).toEqual(await everything(openKytReader(suite.ledger)))
        }
      }),
      { numRuns: testAll ? 100 : 5 },
    )
  })
})
