import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { worldAddress } from '../../../../test/support/ledger-runs.ts'
import { oneEther, writeInto } from '../../../../test/support/risk-ledger.ts'
import { networks } from '../addresses/networks.ts'
import { resetLedger } from '../imports/reset-ledger.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { getAddressCounterparty } from '../operations/get-counterparty.ts'
import { getAddressProfile } from '../operations/get-profile.ts'
import { investigateTransactions } from '../operations/investigate.ts'
import { openKytReader } from './kyt-reader.ts'

onBothLedgers('Answers from one state', (suite) => {
  beforeEach(() => resetLedger(suite.ledger))

  const address = (number: number) => worldAddress('ETH', number)
  const [mine, other, funder] = [address(1), address(2), address(3)]
  const query = { coin: 'ETH', address: mine }
  const everything = async (reader: ReturnType<typeof openKytReader>, of = query) => [
    await getAddressCounterparty(reader, of),
    await getAddressProfile(reader, of),
    await investigateTransactions(reader, of),
  ]

  /** A reader that records its ledger queries and can run an action between them. */
  const watched = () => {
    const questions: string[] = []
    const after = new Map<keyof LedgerStore, () => Promise<unknown>>()
    const { ledger } = suite.ledger
    const watch =
      <Call extends unknown[], Result>(name: keyof LedgerStore, ask: (...call: Call) => Promise<Result>) =>
      async (...call: Call) => {
        questions.push(name)
        const result = await ask(...call)
        const act = after.get(name)
        after.delete(name)
        await act?.()
        return result
      }
    const watching: LedgerStore = {
      ...ledger,
      versions: watch('versions', ledger.versions),
      changesSince: watch('changesSince', ledger.changesSince),
      accounts: watch('accounts', ledger.accounts),
      labels: watch('labels', ledger.labels),
      hashes: watch('hashes', ledger.hashes),
      knownAddresses: watch('knownAddresses', ledger.knownAddresses),
    }
    const problems: unknown[] = []
    const reader = openKytReader(
      { ...suite.ledger, ledger: watching },
      { onProblem: (error) => problems.push(error) },
    )
    return { questions, after, problems, reader }
  }

  /** A reader that has loaded the set of labelled addresses. */
  const warmReader = async () => {
    const { reader, ...rest } = watched()
    await getAddressCounterparty(reader, { coin: 'ETH', address: address(90) })
    // Until the set is loaded, the reader looks up the labels of every address.
    let probes = 0
    await eventually(async () => {
      rest.questions.length = 0
      probes += 1
      await reader.known([{ network: networks.ETH.id, address: probes.toString(16).padStart(40, 'e') }])
      return rest.questions
    }).toEqual([])
    return { reader, ...rest }
  }

  const begin = async () => {
    const world = writeInto(suite.ledger)
    await world.transfers([
      oneEther(1, funder, mine),
      oneEther(2, other, mine),
      oneEther(3, address(90), address(91)),
      oneEther(4, address(91), address(90)),
    ])
    await world.labels([{ address: address(50), category: 'exchange' }])
    return world
  }

  /** Adds more labels than a change lists individually, so that every address counts as changed. */
  const labelMany = async (address: string) => {
    const { ledger } = suite.ledger
    const addresses = [
      ...Array.from({ length: 5000 }, (_, index) => index.toString(16).padStart(40, 'f')),
      address.slice(2).toLowerCase(),
    ]
    const { id: network } = networks.ETH
    const label = { category: 'mixer', entity: 'Many', label: '', incident: '', source: 'many', version: '1' }
    await ledger.stageLabels(
      1_000_000,
      addresses.map((one) => ({ key: { network, address: one }, confidence: 50, ...label })),
    )
    await ledger.commitLabels(1_000_000)
  }

  test('needs only one query to read an uncached address without labelled counterparties', async () => {
    await begin()
    const { reader, questions } = await warmReader()
    await getAddressCounterparty(reader, query)
    expect(questions).toEqual(['accounts'])
    questions.length = 0
    await investigateTransactions(reader, { coin: 'ETH', address: other })
    expect(questions).toEqual(['accounts', 'hashes'])
  })

  test('uses labels that were added after the labelled addresses were loaded, whether one label or many', async () => {
    const world = await begin()
    const { reader } = await warmReader()
    const before = await everything(reader)
    await world.labels([{ address: other, category: 'theft' }], 'one')
    const tainted = await everything(reader)
    expect(tainted).not.toEqual(before)
    expect(tainted).toEqual(await everything(openKytReader(suite.ledger)))
    await labelMany(funder)
    const mixed = await everything(reader)
    expect(mixed).not.toEqual(tainted)
    expect(mixed).toEqual(await everything(openKytReader(suite.ledger)))
  })

  test.each(['accounts', 'labels', 'hashes'] as const)(
    'includes a change made between two queries, after %s have been read, either completely or not at all',
    async (name) => {
      const world = await begin()
      await world.labels([{ address: other, category: 'exchange', entity: 'Before' }], 'one')
      const { reader, after } = await warmReader()
      const before = await everything(openKytReader(suite.ledger))
      after.set(name, async () => {
        await world.transfers([oneEther(5, mine, other), oneEther(6, address(52), mine)], 'more')
        await world.labels([{ address: other, category: 'theft', entity: 'After' }], 'one')
      })
      const [, , found] = [
        await getAddressCounterparty(reader, { coin: 'ETH', address: funder }),
        await getAddressCounterparty(reader, { coin: 'ETH', address: other }),
        await investigateTransactions(reader, query),
      ]
      expect(after.size).toBe(0)
      const now = await everything(openKytReader(suite.ledger))
      expect(now).not.toEqual(before)
      expect([before[2], now[2]]).toContainEqual(found)
      // Data read before the change must not be treated as if it had been read after the change.
      expect(await everything(reader)).toEqual(now)
    },
  )

  test('returns correct answers while labelled addresses cannot be loaded, reports the first failure and retries', async () => {
    const world = await begin()
    const { reader, after, problems, questions } = watched()
    const failure = new Error('The connection ended.')
    let failures = 0
    const fail = async () => {
      failures += 1
      after.set('knownAddresses', fail)
      throw failure
    }
    after.set('knownAddresses', fail)
    for (const about of [query, { coin: 'ETH', address: other }, { coin: 'ETH', address: funder }])
      expect(await everything(reader, about)).toEqual(await everything(openKytReader(suite.ledger), about))
    expect(failures).toBeGreaterThan(1)
    expect(problems).toEqual([failure])
    after.delete('knownAddresses')
    await everything(reader, { coin: 'ETH', address: address(90) })
    await world.labels([{ address: other, category: 'theft' }], 'one')
    expect(await everything(reader)).toEqual(await everything(openKytReader(suite.ledger)))
    questions.length = 0
    await getAddressCounterparty(reader, { coin: 'ETH', address: address(91) })
    expect(questions).not.toContain('labels')
    expect(problems).toEqual([failure])
  })

  test.each([
    ['few', () => writeInto(suite.ledger).labels([{ address: funder, category: 'theft' }], 'one')],
    ['many', () => labelMany(funder)],
  ] as const)('notices %s changed labels while the labelled addresses are loading', async (_, change) => {
    await begin()
    const { reader, after } = watched()
    const changed = new Promise((resolve) => after.set('knownAddresses', () => change().then(resolve)))
    await everything(reader)
    await changed
    const now = await everything(openKytReader(suite.ledger))
    expect(await everything(reader)).toEqual(now)
    expect(await everything(reader, { coin: 'ETH', address: other })).toEqual(
      await everything(openKytReader(suite.ledger), { coin: 'ETH', address: other }),
    )
    expect(await everything(reader)).toEqual(now)
  })
})
