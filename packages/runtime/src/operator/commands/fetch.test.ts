import { defaultRiskPolicy, type Transfer } from '@touchstone/kyt'
import { expect, test } from 'vitest'
import { createTestSource } from '../../../../../test/support/history-source.ts'
import { onOneLedger } from '../../../../../test/support/ledger.ts'
import { addressOf, txOf } from '../../../../../test/support/risk-ledger.ts'
import type { Runtime } from '../../open-runtime.ts'
import { type FetchInput, fetchCommand } from './fetch.ts'

/** A chain of payments: each address pays the next one. */
const transfers: Transfer[] = [1, 2, 3, 4, 5].map((number) => ({
  ...{ coin: 'USDT-ERC20', tx: txOf(number), position: 1, block: 100 + number },
  ...{ time: 1_700_000_000 + number * 12, amount: 1_000_000_000n },
  ...{ from: addressOf(number), to: addressOf(number + 1) },
}))

onOneLedger('embedded', 'touchstone fetch', (suite) => {
  const run = async (input: Omit<FetchInput, 'coin' | 'address'>) => {
    await suite.ledger.ledger.clear()
    const head = { block: 1000, time: suite.ledger.clock.now() / 1000 }
    const source = createTestSource({ transfers, head })
    const histories = { of: async () => [source], networks: async () => ['ETH' as const] }
    const kyt = { ...suite.ledger, riskPolicy: defaultRiskPolicy, histories }
    const steps: string[] = []
    const report = await fetchCommand(
      { kyt } as unknown as Runtime,
      { coin: 'USDT-ERC20', address: addressOf(6), ...input },
      ({ label }) => steps.push(label),
      new AbortController().signal,
    )
    return { report, steps, requests: source.requests }
  }

  test('fetches an address and the addresses that paid it, with progress', async () => {
    const { report, steps, requests } = await run({})
    expect(report).toMatchObject({ histories: 6, because: null, coverage: { state: 'complete' } })
    expect(report.requests).toBe(requests.length)
    expect(steps[0]).toBe('1 histories, 1 rows')
  })

  test('limits the number of hops and requests', async () => {
    expect((await run({ hops: 0 })).report).toMatchObject({ histories: 1, because: null })
    expect((await run({ hops: 2 })).report).toMatchObject({ histories: 3, because: null })
    const limited = await run({ requests: 5 })
    expect(limited.requests.length).toBe(5)
    expect(limited.report).toMatchObject({ because: 'budget', coverage: { state: 'partial' } })
  })

  test('reports that no source is configured', async () => {
    const runtime = { kyt: suite.ledger } as unknown as Runtime
    const { signal } = new AbortController()
    const call = fetchCommand(runtime, { coin: 'ETH', address: addressOf(6) }, () => {}, signal)
    await expect(call).rejects.toMatchObject({ code: 'fetch.no-source' })
  })
})
