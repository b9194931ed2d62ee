import { beforeEach, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import { journalOf } from '../context.ts'
import { openKytReader } from '../lookup/kyt-reader.ts'
import { setOverride } from '../policy/policies.ts'
import { changeLevel } from './change-level.ts'
import { currentVersion } from './current-version.ts'
import { rescoreWatches } from './rescore-watches.ts'
import type { Scored } from './score-watch.ts'
import { claimOutdatedWatches, lockWatch } from './watch-store.ts'
import { addWatch, listWatches, removeWatch } from './watches.ts'

const hook = 'https://hooks.example.com/touchstone'

const severe: Scored = {
  ...{ score: 100, risk_level: 'Severe', hacking_event: '', detail_list: [] },
  coverage: { state: 'none', from: null, to: null, as_of: 1, sources: [], note: '' },
}

onOneLedger('server', 'rescoring of watches', (suite) => {
  let world: WatchWorld
  let merchant: string
  beforeEach(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    world = createWatchWorld(suite.ledger)
    // Deletes the watches of earlier tests, which would otherwise be claimed together with the watches in
    // this test.
    await suite.ledger.database.run('truncate kyt_watch, event cascade')
    merchant = world.merchant()
    await world.makeSecret(merchant)
  })
  const add = (address: string, url?: string) =>
    addWatch(world.context, world.reader, { merchant, coin: 'ETH', address, ...(url && { url }) })
  const rescore = (batch?: number) =>
    rescoreWatches(world.context, world.reader, batch === undefined ? {} : { batch })
  const watches = async () => (await listWatches(world.context, { merchant })).watch_list
  const alerts = () => world.levelChanges()
  const sent = () => world.deliveries(merchant)

  test('does nothing without a change', async () => {
    await add(world.address(), hook)
    expect(await rescore()).toEqual({ taken: 0, changed: 0, problem: undefined })
  })

  test('stores level changes in either direction, each with an alert, and no other changes', async () => {
    const address = world.address()
    const added = await add(address, hook)
    const before = world.context.clock.now() / 1000

    world.context.clock.advance(60_000)
    await world.label([{ address: world.address(), category: 'theft' }])
    expect(await rescore(), 'a label for another address does not change the level').toMatchObject({
      taken: 1,
      changed: 0,
    })
    expect(await watches()).toEqual([{ ...added, checked: before + 60 }])

    world.context.clock.advance(60_000)
    await world.label([{ address, category: 'theft', incident: 'The heist' }])
    expect(await rescore()).toMatchObject({ taken: 1, changed: 1 })
    expect(await watches()).toEqual([
      { ...added, score: 100, risk_level: 'Severe', changed: before + 120, checked: before + 120 },
    ])

    world.context.clock.advance(60_000)
    await world.label([{ address, category: 'ransom', incident: 'The heist' }])
    expect(await rescore(), 'a new reason without a level change causes no alert').toMatchObject({
      taken: 1,
      changed: 0,
    })

    world.context.clock.advance(60_000)
    await world.label([{ address, category: 'exchange' }])
    expect(await rescore()).toMatchObject({ taken: 1, changed: 1 })
    expect(await watches()).toEqual([{ ...added, changed: before + 240, checked: before + 240 }])
    expect(await rescore()).toMatchObject({ taken: 0 })

    const severe = { score: 100, risk_level: 'Severe' }
    const low = { score: 3, risk_level: 'Low' }
    expect(await alerts()).toEqual([
      {
        coin: 'ETH',
        address,
        from: low,
        to: severe,
        hacking_event: 'The heist',
        detail_list: expect.arrayContaining(['Malicious Address', 'Involved Theft Activity']),
      },
      expect.objectContaining({ from: severe, to: low, hacking_event: '' }),
    ])
  })

  test('sends an event to the default URL if the watch has no URL, and only lists the event if there is no default URL', async () => {
    const [quiet, loud] = [world.address(), world.address()]
    await add(quiet)
    await world.label([{ address: quiet, category: 'theft' }])
    expect(await rescore()).toMatchObject({ changed: 1 })
    expect(await watches()).toMatchObject([{ address: quiet, risk_level: 'Severe' }])
    // The event is only listed and never sent, even if a receiver is set later.
    expect(await alerts()).toMatchObject([{ address: quiet }])
    expect(await sent()).toEqual([])

    await add(loud)
    await world.setUrl(merchant, hook)
    await world.label([quiet, loud].map((address) => ({ address, category: 'theft' })))
    expect(await rescore()).toMatchObject({ taken: 2, changed: 1 })
    expect(await sent()).toEqual([{ address: loud, url: null, state: 'pending' }])
    expect(await alerts()).toMatchObject([
      { address: quiet },
      { address: loud, to: { risk_level: 'Severe' } },
    ])
  })

  test("applies a merchant's policy to its own watches only", async () => {
    const address = world.address()
    await world.label([{ address, category: 'mixer' }])
    const before = await add(address, hook)
    const other = world.merchant()
    await addWatch(world.context, world.reader, { merchant: other, coin: 'ETH', address })
    await setOverride(world.context, merchant, {
      version: 'lenient',
      levels: { moderate: 97, high: 98, severe: 99 },
    })
    expect(await rescore()).toMatchObject({ taken: 2, changed: 1 })
    expect(await alerts()).toMatchObject([
      { from: { risk_level: before.risk_level }, to: { score: before.score, risk_level: 'Low' } },
    ])
    expect(await listWatches(world.context, { merchant: other })).toMatchObject({
      watch_list: [{ risk_level: before.risk_level }],
    })
  })

  test('limits the batch size and resumes after the last batch', async () => {
    const addresses = Array.from({ length: 5 }, () => world.address())
    for (const address of addresses) await add(address, hook)
    await world.label(addresses.map((address) => ({ address, category: 'theft' })))
    const rounds = []
    for (let round = 0; round < 4; round += 1) rounds.push((await rescore(2)).changed)
    expect(rounds).toEqual([2, 2, 1, 0])
    expect((await alerts()).map(({ address }) => address)).toEqual(addresses)
  })

  test('finds a change in the next round if it was made during a round', async () => {
    const addresses = Array.from({ length: 3 }, () => world.address())
    for (const address of addresses) await add(address, hook)
    await world.label([{ address: world.address(), category: 'theft' }])
    expect(await rescore(2)).toMatchObject({ taken: 2, changed: 0 })
    await world.label(addresses.map((address) => ({ address, category: 'theft' })))
    expect((await rescore(2)).taken + (await rescore(2)).taken).toBe(3)
    expect(await rescore()).toMatchObject({ taken: 0 })
    expect(await alerts()).toHaveLength(3)
  })

  test("rescores a watch after another node's claim has expired", async () => {
    const address = world.address()
    await add(address, hook)
    await world.label([{ address, category: 'theft' }])
    const now = world.context.clock.now()
    const claim = { version: await currentVersion(world.context), limit: 10 }
    const until = new Date(now + 60_000)
    expect(
      await claimOutdatedWatches(journalOf(world.context), { ...claim, now: new Date(now), until }),
    ).toHaveLength(1)
    expect(await rescore(), 'skips a watch whose claim is still valid').toMatchObject({ taken: 0 })
    world.context.clock.advance(60_000)
    expect(await rescore()).toMatchObject({ taken: 1, changed: 1 })
  })

  test('writes one alert if several nodes rescore concurrently', async () => {
    const addresses = Array.from({ length: 20 }, () => world.address())
    for (const address of addresses) await add(address, hook)
    await world.label(addresses.map((address) => ({ address, category: 'theft' })))
    const readers = Array.from({ length: 4 }, () => openKytReader(world.context))
    const rounds = await Promise.all(
      readers.map((reader) => rescoreWatches(world.context, reader, { batch: 7 })),
    )
    rounds.push(await rescore(), await rescore())
    expect(rounds.reduce((sum, { changed }) => sum + changed, 0)).toBe(20)
    expect(new Set((await alerts()).map(({ address }) => address)).size).toBe(20)
    expect(await alerts()).toHaveLength(20)
  })

  test('stores the same change to a watch only once', async () => {
    const address = world.address()
    await add(address, hook)
    await world.label([{ address: world.address(), category: 'theft' }])
    const { rows } = await suite.ledger.database.run('select id from kyt_watch')
    const found = {
      watchId: (rows as { id: number }[])[0]?.id ?? 0,
      version: await currentVersion(world.context),
      scored: severe,
    }
    const wrote = await Promise.all(Array.from({ length: 5 }, () => changeLevel(world.context, found)))
    expect(wrote.filter(Boolean)).toHaveLength(1)
    expect(await alerts()).toHaveLength(1)
    const late = {
      ...found,
      version: found.version - 1,
      scored: { ...found.scored, risk_level: 'Low' as const },
    }
    expect(await changeLevel(world.context, late), 'an older result does not overwrite a newer result').toBe(
      false,
    )
    expect(await lockWatch(journalOf(world.context), found.watchId)).toMatchObject({ riskLevel: 'Severe' })
  })

  test('ignores a watch that was removed in the meantime', async () => {
    const address = world.address()
    await add(address, hook)
    const { rows } = await suite.ledger.database.run('select id from kyt_watch')
    await removeWatch(world.context, { merchant, coin: 'ETH', address })
    const found = { watchId: (rows as { id: number }[])[0]?.id ?? 0, version: 1_000_000, scored: severe }
    expect(await changeLevel(world.context, found)).toBe(false)
    expect(await alerts()).toEqual([])
  })

  test('skips a watch that cannot be scored, and does not retry it until the next change', async () => {
    const [odd, even] = [world.address(), world.address()]
    await add(odd, hook)
    await add(even, hook)
    await suite.ledger.database.run("update kyt_watch set coin = 'GONE' where address = $1", [odd])
    await world.label([odd, even].map((address) => ({ address, category: 'theft' })))
    const round = await rescore()
    expect(round).toMatchObject({ taken: 2, changed: 1, problem: { kind: 'unsupportedCoin' } })
    expect(await rescore()).toMatchObject({ taken: 0 })
    expect(await alerts()).toMatchObject([{ address: even }])
  })
})
