import { expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { addressOf, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import { journalOf } from '../context.ts'
import { openKytReader } from '../lookup/kyt-reader.ts'
import { overrideOf, policyOfMerchant, setOverride } from '../policy/policies.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'
import { defaultRiskPolicy } from '../policy/risk-policy.ts'
import { previewPolicy } from './preview-policy.ts'
import { createRecentQueries, listRecentAddresses, maxRecentAddresses } from './recent-queries.ts'

onOneLedger('server', 'recent addresses', (suite) => {
  const namesOf = async (merchant: string) =>
    (await listRecentAddresses(suite.ledger, { merchant })).map(({ coin, address }) => `${coin} ${address}`)

  test('stores each address once in canonical form, newest first, up to the limit per merchant', async () => {
    let now = 0
    const recent = createRecentQueries({ ...suite.ledger, clock: { now: () => ++now * 1000 } })
    const mixed = '0x52908400098527886E0F7030069857D2E4169EE7'
    const plain = mixed.toLowerCase()
    recent.note('M1', { coin: 'ETH', address: plain })
    recent.note('M1', { coin: 'ETH', address: mixed })
    recent.note('M1', { coin: 'USDT-ERC20', address: mixed })
    recent.note('M1', { coin: 'ETH', txid: txOf(1) })
    recent.note('M1', { coin: 'ETH', txid: txOf(1), address: addressOf(7) })
    recent.note('M2', { coin: 'ETH', address: addressOf(9) })
    expect(await namesOf('M1'), 'nothing is stored before the flush').toEqual([])
    await recent.flush()
    expect(await namesOf('M1')).toEqual([`USDT-ERC20 ${plain}`, `ETH ${plain}`])
    expect(await namesOf('M2')).toHaveLength(1)

    const many = createRecentQueries({ ...suite.ledger, clock: { now: () => ++now * 1000 } })
    for (let number = 1; number <= maxRecentAddresses + 20; number++)
      many.note('M1', { coin: 'ETH', address: addressOf(number) })
    await Promise.all([many.flush(), recent.flush()])
    const names = await namesOf('M1')
    expect(names).toHaveLength(maxRecentAddresses)
    expect(names[0]?.toLowerCase()).toContain(addressOf(maxRecentAddresses + 20))
    expect(await namesOf('M2'), 'the addresses of other merchants are kept').toHaveLength(1)
  })

  test('scores addresses under another policy without storing that policy', async () => {
    const write = writeInto(suite.ledger)
    const [thief, mule, shop] = [addressOf(1001), addressOf(1002), addressOf(1003)]
    const pay = (number: number, from: string, to: string) => ({
      ...{ coin: 'USDT-ERC20', tx: txOf(number), position: 0, block: number, from, to },
      ...{ time: 1_700_000_000 + number, amount: 1_000_000_000n },
    })
    await write.transfers([pay(1, thief, mule), pay(2, mule, shop)])
    await write.labels([{ address: thief, category: 'theft' }])
    const noted = createRecentQueries(suite.ledger)
    for (const address of [shop, thief]) noted.note('M5', { coin: 'ETH', address })
    await noted.flush()
    const recent = openKytReader(suite.ledger)
    const { received } = defaultRiskPolicy
    const policy = { ...defaultRiskPolicy, version: 'm5-a', received: { ...received, decay: 0.5 } }
    const addresses = (await listRecentAddresses(suite.ledger, { merchant: 'M5' })).map(
      ({ coin, address }) => ({
        ...{ coin, address },
      }),
    )
    const version = await selectPolicyVersion(journalOf(suite.ledger))
    const preview = (input: Partial<Parameters<typeof previewPolicy>[1]> = {}) =>
      previewPolicy(recent, { merchant: 'M5', policy, addresses, timeLimitMs: 60_000, ...input })
    const byScore = [...(await preview())].sort((one, other) => one.before.score - other.before.score)
    expect(byScore.map(({ before, after }) => [before, after])).toEqual([
      [
        { score: 93, level: 'Severe' },
        { score: 51, level: 'Moderate' },
      ],
      [
        { score: 100, level: 'Severe' },
        { score: 100, level: 'Severe' },
      ],
    ])
    expect(await selectPolicyVersion(journalOf(suite.ledger))).toBe(version)
    expect(await policyOfMerchant(suite.ledger, 'M5')).toEqual(defaultRiskPolicy)
    expect(await preview({ timeLimitMs: -1 }), 'scores at least one address').toHaveLength(1)
    expect(await preview({ signal: AbortSignal.abort() })).toEqual([])
    expect(await preview({ merchant: 'M6' }), 'does not score addresses of another merchant').toEqual([])

    const override = overrideOf(suite.ledger, policy)
    expect(override).toEqual({ version: 'm5-a', received: { decay: 0.5 } })
    await setOverride(suite.ledger, 'M5', override)
    expect(await policyOfMerchant(suite.ledger, 'M5')).toEqual(policy)
  })
})
