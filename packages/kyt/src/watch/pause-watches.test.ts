import { beforeEach, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import { resetLedger } from '../imports/reset-ledger.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { setOverride } from '../policy/policies.ts'
import { currentVersion } from './current-version.ts'
import { rescoreWatches } from './rescore-watches.ts'
import { addWatch, areWatchesPaused, listWatches, resumeWatches } from './watches.ts'

const url = 'https://hooks.example.com/touchstone'

onBothLedgers('Watches during a ledger reset', (suite) => {
  let world: WatchWorld
  let merchant: string
  beforeEach(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    world = createWatchWorld(suite.ledger)
    await suite.ledger.database.run('truncate kyt_watch, event cascade')
    await resumeWatches(world.context)
    merchant = world.merchant()
    await world.makeSecret(merchant)
  })
  const add = (address: string, reader = world.reader) =>
    addWatch(world.context, reader, { merchant, coin: 'ETH', address, url })
  const rescore = (reader = world.reader) => rescoreWatches(world.context, reader)
  const levels = async () => {
    const { watch_list } = await listWatches(world.context, { merchant })
    return Object.fromEntries(watch_list.map(({ address, risk_level }) => [address, risk_level]))
  }
  const alerts = () => world.levelChanges()
  const theft = (address: string) => ({ address, category: 'theft' as const })
  /** Resets the ledger after a watch was claimed and before it is scored. */
  const resettingReader = (): KytReader => {
    let reset: Promise<unknown> | undefined
    return {
      ...world.reader,
      policyOf: async (name) => {
        reset ??= resetLedger(world.context)
        await reset
        return await world.reader.policyOf(name)
      },
    }
  }

  test('keep their level and send nothing until they are resumed, including watches added in the meantime', async () => {
    const [old, added, harmless] = [world.address(), world.address(), world.address()]
    await world.label([theft(old)])
    await add(old)
    expect(await areWatchesPaused(world.context)).toBe(false)
    expect(await resetLedger(world.context)).toMatchObject({ pausedWatches: 1 })
    expect(await areWatchesPaused(world.context)).toBe(true)

    await expect(add(added, openKytReader(world.context)), 'the ledger is empty').rejects.toMatchObject({
      kind: 'unsupportedCoin',
    })
    await coverNetworks(suite.ledger, 'ETH')
    expect(await add(added), 'the new watch is scored with the available data').toMatchObject({
      risk_level: 'Low',
    })
    await add(harmless)
    expect(await rescore()).toMatchObject({ taken: 0 })
    await world.label([theft(world.address())])
    expect(await rescore(), 'the import is incomplete').toMatchObject({ taken: 0 })
    await world.label([theft(old), theft(added)])
    expect(await rescore()).toMatchObject({ taken: 0 })
    expect(await levels()).toEqual({ [old]: 'Severe', [added]: 'Low', [harmless]: 'Low' })
    expect(await alerts()).toEqual([])

    expect(await resumeWatches(world.context)).toBe(3)
    expect(await rescore()).toMatchObject({ taken: 3, changed: 1 })
    expect(await levels()).toEqual({ [old]: 'Severe', [added]: 'Severe', [harmless]: 'Low' })
    expect(await alerts()).toMatchObject([{ address: added, to: { risk_level: 'Severe' } }])
    expect(await resumeWatches(world.context), 'nothing to resume').toBe(0)
  })

  test('are paused even if the first watch is added after the reset', async () => {
    expect(await resetLedger(world.context)).toMatchObject({ pausedWatches: 0 })
    await coverNetworks(suite.ledger, 'ETH')
    const address = world.address()
    await add(address)
    await world.label([theft(address)])
    expect(await rescore()).toMatchObject({ taken: 0 })
    expect(await resumeWatches(world.context)).toBe(1)
    expect(await rescore()).toMatchObject({ taken: 1, changed: 1 })
  })

  test('store no result from a round that was in progress during the reset', async () => {
    const [severe, low] = [world.address(), world.address()]
    await world.label([theft(severe)])
    await add(severe)
    await add(low)
    await world.label([theft(severe), theft(world.address())])
    expect(await rescore(resettingReader())).toMatchObject({ taken: 2, changed: 0, problem: undefined })
    expect(await levels()).toEqual({ [severe]: 'Severe', [low]: 'Low' })
    expect(await alerts()).toEqual([])
    await world.label([theft(severe)])
    expect(await resumeWatches(world.context)).toBe(2)
    expect(await rescore(), 'the claims of the interrupted round are released').toMatchObject({
      taken: 2,
      changed: 0,
    })
  })

  test('include a watch that was being added during the reset, and score it again after the pause', async () => {
    const address = world.address()
    await add(address, resettingReader())
    expect(await rescore()).toMatchObject({ taken: 0 })
    await resumeWatches(world.context)
    expect(await rescore()).toMatchObject({ taken: 1, changed: 0 })
  })

  test('keep versions increasing, so that cached policies stay invalid', async () => {
    for (const version of ['one', 'two', 'three']) await setOverride(world.context, merchant, { version })
    const before = await currentVersion(world.context)
    await resetLedger(world.context)
    expect(await currentVersion(world.context)).toBeGreaterThan(before)
    await setOverride(world.context, merchant, { version: 'four' })
    expect(await world.reader.policyOf(merchant)).toMatchObject({ version: 'four' })
  })
})
