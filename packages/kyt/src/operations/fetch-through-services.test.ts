import { expect, test } from 'vitest'
import { createTestSource } from '../../../../test/support/history-source.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { addressOf, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import type { Transfer } from '../imports/transfer.ts'
import { openKytReader } from '../lookup/kyt-reader.ts'
import { defaultRiskPolicy } from '../policy/risk-policy.ts'
import type { FetchContext } from '../sources/histories/history-sources.ts'
import { getRiskScore } from './get-risk-score.ts'

const head = { block: 5000, time: Date.UTC(2026, 10, 15) / 1000 }
const deep = { ...defaultRiskPolicy, least_share: 0 }
const query = (number: number) => ({ coin: 'USDT-ERC20', address: addressOf(number) })
const caller = { owner: 'merchant', isTimed: false }

onOneLedger('embedded', 'fetching for a score of funds that passed through services', (suite) => {
  test('does not call an address complete whose funds came through services in a transaction that is not known', async () => {
    const [dex, bridge, swapper, fresh, trader] = [201, 202, 203, 204, 205].map(addressOf) as [
      ...[string, string, string, string, string],
    ]
    const labels = [
      { address: dex, category: 'dex' as const, entity: 'Dex' },
      { address: bridge, category: 'dex' as const, entity: 'Router' },
      { address: swapper, category: 'theft' as const, entity: 'Thief' },
    ]
    const inOne = (tx: number, pairs: readonly (readonly [string, string, string])[]): Transfer[] =>
      pairs.map(([from, to, coin], position) => ({
        ...{ coin, tx: txOf(9000 + tx), block: 3000 + tx, time: 1_700_000_000 + tx },
        ...{ from, to, position: position + 1, amount: 1_000_000_000n },
      }))
    const swaps = [
      // The thief's funds reach a new address through two services in one transaction.
      ...inOne(1, [
        [swapper, bridge, 'USDT-ERC20'],
        [bridge, dex, 'USDT-ERC20'],
        [dex, fresh, 'USDT-ERC20'],
      ]),
      // A trader exchanges its own coins.
      ...inOne(2, [[addressOf(206), trader, 'USDC-ERC20']]),
      ...inOne(3, [
        [trader, bridge, 'USDC-ERC20'],
        [bridge, dex, 'USDC-ERC20'],
        [dex, trader, 'USDT-ERC20'],
      ]),
    ]
    await writeInto(suite.ledger).labels(labels)
    await writeInto(suite.ledger).transfers(swaps)
    const imported = openKytReader(suite.ledger)
    expect(await getRiskScore(imported, query(204), deep)).toMatchObject({ risk_level: 'Severe' })
    await suite.ledger.ledger.clear()
    await writeInto(suite.ledger).labels(labels)
    const explorer = createTestSource({
      ...{ transfers: swaps.map((transfer) => ({ ...transfer, position: undefined })), head },
    })
    const context: FetchContext = {
      ...suite.ledger,
      histories: { of: async () => [explorer], networks: async () => ['ETH'] },
    }
    const reader = openKytReader(context)
    const { coverage } = await getRiskScore(reader, query(204), deep, caller)
    expect(coverage).toMatchObject({
      state: 'partial',
      note: 'The source does not report the other transfers of transactions in which a service paid out.',
    })
    expect(await getRiskScore(reader, query(205), deep, caller)).toMatchObject({
      ...{ risk_level: 'Low', coverage: { state: 'complete' } },
    })
    // Once the history of the payer is known, so is the transaction.
    await getRiskScore(reader, query(203), deep, caller)
    expect(await getRiskScore(reader, query(204), deep, caller)).toMatchObject({
      ...{ risk_level: 'Severe', coverage: { state: 'complete' } },
    })
  })
})
