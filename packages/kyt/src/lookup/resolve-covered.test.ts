import { expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { getAddressOverview } from '../operations/get-overview.ts'
import { getRiskScore } from '../operations/get-risk-score.ts'
import { getKytStatus } from '../operations/get-status.ts'
import { openKytReader } from './kyt-reader.ts'

const query = { coin: 'ETH', address: `0x${'1'.repeat(40)}` }

onOneLedger('embedded', 'networks with a source of histories', (suite) => {
  test('are supported without any data, and no address on them is complete', async () => {
    const bare = openKytReader(suite.ledger)
    expect((await getKytStatus(bare)).support_coin).toEqual([])
    await expect(getRiskScore(bare, query)).rejects.toMatchObject({ kind: 'unsupportedCoin' })
    const reader = openKytReader({
      ...suite.ledger,
      histories: { of: async () => [], networks: async () => ['ETH', 'BTC'] },
    })
    const { support_coin } = await getKytStatus(reader)
    expect(support_coin).toEqual(expect.arrayContaining(['ETH', 'USDT-ERC20', 'BTC']))
    expect(support_coin).not.toContain('TRX')
    expect(await getRiskScore(reader, query)).toMatchObject({
      score: 3,
      coverage: { state: 'none', as_of: null, sources: [] },
    })
    await expect(getAddressOverview(reader, { ...query, coin: 'TRX' })).rejects.toThrow()
  })
})
