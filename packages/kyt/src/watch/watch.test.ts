import { ServiceError } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import { addWatch, listWatches, removeWatch } from './watches.ts'

const hook = 'https://hooks.example.com/touchstone'

onOneLedger('server', 'watch list', (suite) => {
  let world: WatchWorld
  beforeAll(async () => {
    await coverNetworks(suite.ledger, 'ETH', 'BSC')
    world = createWatchWorld(suite.ledger)
  })
  const add = (query: { merchant: string; coin?: string; address: string; url?: string }) =>
    addWatch(world.context, world.reader, { coin: 'ETH', ...query })
  const list = (merchant: string, page = 1) => listWatches(world.context, { merchant, page })
  const merchantWithSecret = async () => {
    const merchant = world.merchant()
    await world.makeSecret(merchant)
    return merchant
  }

  test('scores a watch when it is added and returns the canonical address', async () => {
    const merchant = await merchantWithSecret()
    const address = `0x${'ab'.repeat(20)}`
    await world.label([{ address, category: 'theft' }])
    const added = await add({ merchant, address: address.toUpperCase().replace('0X', '0x'), url: hook })
    const now = world.context.clock.now() / 1000
    expect(added).toEqual({
      coin: 'ETH',
      address,
      url: hook,
      score: 100,
      risk_level: 'Severe',
      coverage: 'none',
      since: now,
      changed: now,
      checked: now,
    })
    expect(await list(merchant)).toEqual({ watch_list: [added], page: 1, total: 1, total_pages: 1 })
  })

  test('updates only the URL and the coin of an existing watch', async () => {
    const merchant = await merchantWithSecret()
    const address = world.address()
    const first = await add({ merchant, address, url: hook })
    world.context.clock.advance(5000)
    expect(await add({ merchant, address, url: `${hook}/2` })).toEqual({ ...first, url: `${hook}/2` })
    const other = await add({ merchant, address, coin: 'USDT-ERC20' })
    expect(
      other,
      'coins on the same network share a watch, and the default URL applies if no URL is given',
    ).toEqual({
      ...first,
      coin: 'USDT-ERC20',
      url: '',
    })
    expect(await list(merchant)).toMatchObject({ watch_list: [other], total: 1 })
    await add({ merchant, address, coin: 'BNB' })
    expect(await list(merchant), 'each network has a separate watch').toMatchObject({ total: 2 })
  })

  test("shows and removes only the merchant's own watches", async () => {
    const [mine, yours] = [world.merchant(), world.merchant()]
    const address = world.address()
    await add({ merchant: mine, address })
    expect(await list(yours)).toEqual({ watch_list: [], page: 1, total: 0, total_pages: 0 })
    const query = { coin: 'USDC-ERC20', address }
    expect(await removeWatch(world.context, { merchant: yours, ...query })).toEqual({ removed: false })
    expect(await removeWatch(world.context, { merchant: mine, ...query })).toEqual({ removed: true })
    expect(await removeWatch(world.context, { merchant: mine, ...query })).toEqual({ removed: false })
    expect(await list(mine)).toMatchObject({ total: 0 })
  })

  test('returns watches in pages of 50, newest first', async () => {
    const merchant = world.merchant()
    const addresses = Array.from({ length: 101 }, () => world.address())
    for (const address of addresses) await add({ merchant, address })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(merchant, page)))
    expect(pages.map((page) => page.watch_list.length)).toEqual([50, 50, 1, 0])
    for (const page of pages) expect(page).toMatchObject({ total: 101, total_pages: 3 })
    const seen = pages.flatMap((page) => page.watch_list.map(({ address }) => address))
    expect(seen).toEqual(addresses.toReversed())
  })

  test('enforces the limit for concurrent calls, but still allows changes to existing watches', async () => {
    const merchant = world.merchant()
    const context = { ...world.context, watchLimit: 3 }
    const addresses = Array.from({ length: 8 }, () => world.address())
    const tried = await Promise.allSettled(
      addresses.map((address) => addWatch(context, world.reader, { merchant, coin: 'ETH', address })),
    )
    const refused = tried.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(5)
    expect(refused[0]?.reason).toMatchObject({ kind: 'tooManyWatches', detail: 'the maximum is 3' })
    const { watch_list } = await list(merchant)
    expect(watch_list).toHaveLength(3)
    const known = { merchant, coin: 'ETH', address: watch_list[0]?.address ?? '' }
    expect(await addWatch(context, world.reader, known)).toEqual(watch_list[0])
  })

  test('creates only one watch if the same address is added concurrently', async () => {
    const merchant = world.merchant()
    const address = world.address()
    const added = await Promise.all(Array.from({ length: 8 }, () => add({ merchant, address })))
    expect(new Set(added.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await list(merchant)).toMatchObject({ total: 1 })
  })

  test('rejects invalid watches and gives the reason', async () => {
    const merchant = world.merchant()
    const address = world.address()
    await expect(add({ merchant, address: '0x12' })).rejects.toMatchObject({ kind: 'invalidAddress' })
    await expect(add({ merchant, address, coin: 'GOLD' })).rejects.toMatchObject({ kind: 'unsupportedCoin' })
    await expect(add({ merchant, address, url: hook })).rejects.toMatchObject({ kind: 'noWebhookSecret' })
    const refused = await add({ merchant, address, url: 'ftp://example.com' }).catch(
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(ServiceError)
    expect((refused as ServiceError).message).toBe('parameter error: url must be an absolute https address')
    expect(await list(merchant)).toMatchObject({ total: 0 })
  })
})
