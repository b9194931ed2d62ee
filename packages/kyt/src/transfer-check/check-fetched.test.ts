import { beforeEach, expect, test } from 'vitest'
import { createTestSource, type TestSource } from '../../../../test/support/history-source.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { addressOf, oneEther } from '../../../../test/support/risk-ledger.ts'
import { openKytReader } from '../lookup/kyt-reader.ts'
import { defaultRiskPolicy, type RiskPolicy } from '../policy/risk-policy.ts'
import { checkTransfer } from './check-transfer.ts'

// A network for which only a source has data. The check must never rest on a history that was not read, neither of the
// recipient nor of the sender.

const [sender, recipient] = [addressOf(1), addressOf(4)]
/** A recipient of the sender, and an address that imitates it. */
const supplier = '0x1eb4d5d342317331f7292480dee687f50e48e85a'
const impostor = '0x1e838f790ae411a351a1beab6905a276ae48e85a'
const transfers = [
  oneEther(1, addressOf(100), sender),
  oneEther(2, addressOf(102), recipient),
  oneEther(4, sender, supplier),
  oneEther(6, impostor, addressOf(101)),
]
const caller = { owner: 'merchant', isTimed: false }

onOneLedger('server', 'check of a transfer with fetched histories', (suite) => {
  let source: TestSource
  beforeEach(async () => {
    await suite.ledger.ledger.clear()
    const time = Math.floor(suite.ledger.clock.now() / 1000)
    source = createTestSource({ transfers, head: { block: 1000, time } })
  })
  const check = async (to: string, policy: RiskPolicy = defaultRiskPolicy, coin = 'ETH') => {
    const reader = openKytReader({
      ...suite.ledger,
      histories: { of: async () => [source], networks: async () => ['ETH'] },
    })
    const query = { coin, from: sender, to, amount: '1' }
    const { decision, reasons, addresses } = await checkTransfer(reader, query, policy, caller)
    return {
      decision,
      codes: reasons.map(({ code, address }) => `${code} ${address}`),
      states: addresses.map(({ role, coverage }) => `${role} ${coverage.state}`),
    }
  }
  /** Lets the source fail for some addresses. */
  const failFor = (...addresses: readonly string[]) => {
    source.before = (request) =>
      addresses.some((address) => request.endsWith(address))
        ? Promise.reject(new Error('unavailable'))
        : undefined
  }

  test('fetches the histories of the recipient and of the sender', async () => {
    expect(await check(recipient)).toEqual({
      ...{ decision: 'allow', codes: [] },
      states: ['sender complete', 'recipient complete'],
    })
    expect(source.requests).toContain(`read ${sender}`)
    expect(
      await check(impostor),
      'the imitated address is known from the history of the sender',
    ).toMatchObject({
      ...{ decision: 'block', codes: [`look_alike ${impostor}`] },
    })
  })

  test('never allows a transfer if the history of the sender or of the recipient could not be read', async () => {
    for (const policy of [
      defaultRiskPolicy,
      {
        ...defaultRiskPolicy,
        transfer: { partial_data: 'allow' as const, unknown_calldata: 'allow' as const },
      },
    ]) {
      failFor(sender)
      expect(await check(recipient, policy)).toEqual({
        ...{ decision: 'review', codes: [`no_data ${sender}`] },
        states: ['sender none', 'recipient complete'],
      })
      await suite.ledger.ledger.clear()
      failFor(recipient)
      expect(await check(recipient, policy)).toEqual({
        ...{ decision: 'review', codes: [`no_data ${recipient}`] },
        states: ['sender complete', 'recipient none'],
      })
      await suite.ledger.ledger.clear()
    }
    source.before = () => Promise.reject(new Error('unavailable'))
    expect(await check(recipient)).toMatchObject({
      ...{ decision: 'review', codes: [`no_data ${sender}`, `no_data ${recipient}`] },
    })
  })

  test('never allows a transfer if the policy does not fetch histories', async () => {
    expect(await check(recipient, { ...defaultRiskPolicy, fetch: 'never' })).toMatchObject({
      ...{ decision: 'review', states: ['sender none', 'recipient none'] },
    })
    expect(source.requests).toEqual([])
  })

  test('reviews a transfer of a sender whose history is known only from others', async () => {
    failFor(sender)
    await check(supplier)
    // The history of the supplier contains a transfer of the sender.
    expect(await check(recipient)).toMatchObject({
      ...{ decision: 'review', codes: [`partial_data ${sender}`] },
      states: ['sender partial', 'recipient complete'],
    })
  })

  test('refuses to check a transfer on a network without data and source', async () => {
    await expect(check(recipient, defaultRiskPolicy, 'BNB')).rejects.toMatchObject({
      kind: 'unsupportedCoin',
    })
  })
})
