import { createManualClock, createSeededRandom, createVault } from '@touchstone/common'
import { expect, test } from 'vitest'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import type { HistoryPage, HistorySource } from '../sources/histories/history-source.ts'
import type { OpenHistorySource } from '../sources/histories/open-history-source.ts'
import { SourceError } from '../sources/histories/source-error.ts'
import { addSources, listSources, removeSource } from './change-sources.ts'
import { createSourceList } from './source-list.ts'
import { takeTurn } from './take-turn.ts'

const key = 'SECRETKEY123'
const startMs = Date.UTC(2026, 10, 15, 12)
const asking = { beforeRequest: async () => {} }

/** What the next requests return, or the error that they throw. */
type Behaviour = {
  head: SourceError | number
  /** By default, the newest block is as new as the clock. */
  headTime?: number
  pages: (SourceError | HistoryPage)[]
}

onBothLedgers('The list of sources', (suite) => {
  /** One service with several nodes and an empty list of sources. */
  async function createService() {
    const clock = createManualClock(startMs)
    const vault = createVault('a master secret for tests, 32 characters and more')
    const { database } = suite.ledger
    const random = createSeededRandom('sources')
    const context = { database, clock, vault, random }
    for (const { name } of await listSources(context)) await removeSource(context, name)
    const behaviour: Behaviour = { head: 7, pages: [] }
    const opened: OpenHistorySource[] = []
    const open = (given: OpenHistorySource): HistorySource => {
      opened.push(given)
      const answer = async <Value>(value: Value | SourceError): Promise<Value> => {
        if (value instanceof SourceError) throw value
        return value
      }
      return {
        ...{ kind: given.kind, network: given.network, lacks: () => [] },
        head: async () => ({
          block: await answer(behaviour.head),
          time: behaviour.headTime ?? clock.now() / 1000,
        }),
        size: async () => undefined,
        async *read() {
          for (const page of behaviour.pages) yield await answer(page)
        },
      }
    }
    const node = () => createSourceList({ ...context, wait: async () => {}, open })
    return { clock, context, behaviour, opened, node }
  }

  const namesOf = (sources: readonly HistorySource[]) => sources.map(({ kind }) => kind)

  test('opens the sources of a network in the order of their priorities, with the key', async () => {
    const { context, node, opened, clock } = await createService()
    const list = node()
    expect(await list.networks()).toEqual([])
    await addSources(context, { kind: 'etherscan', networks: ['ETH', 'BSC'], key, priority: 2 })
    const url = 'http://127.0.0.1:9/v3/{key}'
    await addSources(context, { kind: 'evm-node', networks: ['ETH'], url, key: 'a/b', priority: 1 })
    // For two seconds, another node continues to use the list that it last read.
    expect(await list.networks()).toEqual([])
    clock.advance(2000)
    expect((await list.networks()).toSorted()).toEqual(['BSC', 'ETH'])
    expect(namesOf(await list.of('ETH'))).toEqual(['evm-node', 'etherscan'])
    expect(namesOf(await list.of('BSC'))).toEqual(['etherscan'])
    expect(await list.of('BTC')).toEqual([])
    const defaultUrl = 'https://api.etherscan.io/v2/api'
    expect(opened).toMatchObject([
      { network: 'ETH', url: 'http://127.0.0.1:9/v3/a%2Fb', key: undefined },
      { network: 'ETH', url: defaultUrl, key },
      { network: 'BSC', url: defaultUrl, key },
    ])
    // A source is opened only once until it changes.
    await list.of('ETH')
    expect(opened).toHaveLength(3)
    await addSources(context, { kind: 'etherscan', networks: ['BSC'], key: 'OTHERKEY' })
    clock.advance(2000)
    await list.of('BSC')
    expect(opened.at(-1)).toMatchObject({ network: 'BSC', key: 'OTHERKEY' })
    expect(await removeSource(context, 'etherscan-bsc')).toBe(true)
    expect(await removeSource(context, 'etherscan-bsc')).toBe(false)
    clock.advance(2000)
    expect(await list.networks()).toEqual(['ETH'])
  })

  test('backs off a source that turns out to be a node of another chain', async () => {
    const { context, node, behaviour } = await createService()
    await addSources(context, { kind: 'blockscout', networks: ['ETH'], url: 'https://eth.example' })
    const list = node()
    const [source] = await list.of('ETH')
    behaviour.head = new SourceError('chain', 'eth.example: the node belongs to another chain')
    await expect(source?.head(asking)).rejects.toThrow('another chain')
    expect(await listSources(context)).toMatchObject([{ state: 'off', problem: 'chain' }])
    expect(await list.of('ETH')).toEqual([])
  })

  test('stores neither the URL nor the key in plain text, and shows neither', async () => {
    const { context } = await createService()
    const shown = await addSources(context, {
      ...{ kind: 'blockbook', networks: ['BTC'], key, url: 'https://user:{key}@book.example/path-secret' },
    })
    expect(shown).toMatchObject([{ name: 'blockbook-btc', network: 'BTC', host: 'book.example' }])
    const { rows } = await suite.ledger.database.run('select * from kyt_source')
    const stored = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    for (const secret of [key, 'path-secret']) {
      expect(stored).not.toContain(secret)
      expect(JSON.stringify(shown)).not.toContain(secret)
    }
  })

  test('skips a source that cannot be decrypted', async () => {
    const { context, node } = await createService()
    await addSources(context, { kind: 'etherscan', networks: ['ETH'], key })
    await addSources(context, { kind: 'blockscout', networks: ['ETH'], url: 'https://eth.example' })
    await suite.ledger.database.run(
      `update kyt_source set sealed = (select sealed from kyt_source where kind = 'blockscout')`,
    )
    expect(namesOf(await node().of('ETH'))).toEqual(['blockscout'])
  })

  test.each([
    ['an unknown kind', { kind: 'magic', networks: ['ETH'] }, 'no kind of source'],
    ['a network of another family', { kind: 'etherscan', networks: ['BTC'], key }, 'does not support "BTC"'],
    ['no network', { kind: 'etherscan', networks: [], key }, 'No network'],
    ['a missing key', { kind: 'etherscan', networks: ['ETH'] }, 'needs an API key'],
    ['a missing URL', { kind: 'blockbook', networks: ['BTC'] }, 'no public URL'],
    ['another protocol', { kind: 'esplora', networks: ['BTC'], url: 'file:///etc/passwd' }, 'URL is invalid'],
    [
      'a password in the URL',
      { kind: 'esplora', networks: ['BTC'], url: 'https://me:pass@a.example' },
      'password',
    ],
    [
      'a key without a place',
      { kind: 'esplora', networks: ['BTC'], url: 'https://a.example', key },
      'not contain {key}',
    ],
    [
      'a place without a key',
      { kind: 'esplora', networks: ['BTC'], url: 'https://a.example/{key}' },
      'no key was given',
    ],
    [
      'a key over an unencrypted connection',
      { kind: 'etherscan', networks: ['ETH'], url: 'http://a.example', key },
      'without encryption',
    ],
    ['a key with a line break', { kind: 'etherscan', networks: ['ETH'], key: 'a\nb' }, 'not one word'],
    ['a rate of zero', { kind: 'etherscan', networks: ['ETH'], key, perSecond: 0 }, 'not a number'],
    [
      'one name for two sources sources sources sources sources sources',
      { kind: 'etherscan', networks: ['ETH', 'BSC'], key, name: 'a' },
      'only one source',
    ],
    ['an invalid name', { kind: 'etherscan', networks: ['ETH'], key, name: 'A B' }, 'lowercase'],
  ])('refuses %s', async (_, options, message) => {
    const { context } = await createService()
    const adding = addSources(context, options)
    await expect(adding).rejects.toThrow(message)
    await expect(adding).rejects.not.toThrow(key)
    expect(await listSources(context)).toEqual([])
  })

  test('accepts a key over an unencrypted connection to a private network', async () => {
    const { context } = await createService()
    // Nothing listens on this port.
    const url = 'http://127.0.0.1:9/{key}'
    expect(await addSources(context, { kind: 'evm-node', networks: ['ETH'], url, key })).toHaveLength(1)
  })

  test('backs a failing source off on all nodes, longer each time, and uses it again afterwards', async () => {
    const { context, node, behaviour, clock } = await createService()
    const [one, other] = [node(), node()]
    await addSources(context, { kind: 'blockscout', networks: ['ETH'], url: 'https://eth.example' })
    await addSources(context, { kind: 'etherscan', networks: ['ETH'], key, priority: 1 })
    const fail = async (list: typeof one) => {
      const [source] = await list.of('ETH')
      await expect(source?.head(asking)).rejects.toThrow('down')
    }
    behaviour.head = new SourceError('unreachable', 'eth.example: down')
    for (const seconds of [5, 10, 20, 40]) {
      await fail(one)
      expect(namesOf(await one.of('ETH'))).toEqual(['etherscan'])
      clock.advance(2000)
      expect(namesOf(await other.of('ETH'))).toEqual(['etherscan'])
      clock.advance((seconds - 2) * 1000 - 1)
      expect(namesOf(await other.of('ETH'))).toEqual(['etherscan'])
      clock.advance(1)
      expect(namesOf(await other.of('ETH'))).toEqual(['blockscout', 'etherscan'])
    }
    expect(await listSources(context)).toMatchObject([
      { name: 'blockscout-eth', state: 'failing', problem: 'unavailable' },
      { name: 'etherscan-eth', state: 'good', problem: null },
    ])
    behaviour.head = 8
    const [recovered] = await other.of('ETH')
    expect(await recovered?.head(asking)).toMatchObject({ block: 8 })
    expect(await listSources(context)).toMatchObject([{ state: 'good', problem: null }, { state: 'good' }])
    // The first failure after the recovery backs the source off for the shortest time.
    clock.advance(2000)
    behaviour.head = new SourceError('unreachable', 'eth.example: down')
    await fail(one)
    clock.advance(5000)
    expect(namesOf(await one.of('ETH'))).toEqual(['blockscout', 'etherscan'])
  })

  test('queries a source that is behind after the others, and reports it', async () => {
    const { context, node, behaviour, clock } = await createService()
    const [one, other] = [node(), node()]
    await addSources(context, { kind: 'blockscout', networks: ['ETH'], url: 'https://eth.example' })
    await addSources(context, { kind: 'etherscan', networks: ['ETH'], key, priority: 1 })
    behaviour.headTime = clock.now() / 1000 - 3 * 3600 - 1
    const [late] = await one.of('ETH')
    expect(await late?.head(asking)).toMatchObject({ block: 7 })
    behaviour.pages = [{ transfers: [], rows: 1 }]
    for await (const _ of late?.read({ address: '0x', from: 0, to: 9 }, asking) ?? []);
    expect(namesOf(await one.of('ETH'))).toEqual(['etherscan', 'blockscout'])
    clock.advance(2000)
    expect(namesOf(await other.of('ETH'))).toEqual(['etherscan', 'blockscout'])
    expect(await listSources(context)).toMatchObject([
      { name: 'blockscout-eth', state: 'failing', problem: 'behind', backedOffUntil: null },
      { name: 'etherscan-eth', state: 'good' },
    ])
    clock.advance(300_000)
    expect(namesOf(await other.of('ETH'))).toEqual(['blockscout', 'etherscan'])
    behaviour.headTime = clock.now() / 1000
    const [recovered] = await other.of('ETH')
    await recovered?.head(asking)
    expect(await listSources(context)).toMatchObject([{ state: 'good', problem: null }, { state: 'good' }])
  })

  test('counts requests that fail at the same time as one failure', async () => {
    const { context, node, behaviour, clock } = await createService()
    await addSources(context, { kind: 'blockscout', networks: ['ETH'], url: 'https://eth.example' })
    const lists = [node(), node(), node()]
    const sources = (await Promise.all(lists.map((list) => list.of('ETH')))).flat()
    behaviour.head = new SourceError('limited', 'eth.example: too many requests')
    await Promise.allSettled([...sources, ...sources].map((source) => source.head(asking)))
    const [row] = await listSources(context)
    expect(row?.backedOffUntil).toEqual(new Date(clock.now() + 30_000))
  })

  test('never backs a source off longer than half an hour', async () => {
    const { context, node, behaviour, clock } = await createService()
    await addSources(context, { kind: 'etherscan', networks: ['ETH'], key })
    const list = node()
    behaviour.head = new SourceError('refused', 'api.etherscan.io: Invalid API Key')
    for (let times = 0; times < 40; times++) {
      const [source] = await list.of('ETH')
      await expect(source?.head(asking)).rejects.toThrow('Invalid')
      clock.advance(1800_000)
    }
    const [row] = await listSources(context)
    expect(row).toMatchObject({ state: 'failing', problem: 'refused' })
    expect(namesOf(await list.of('ETH'))).toEqual(['etherscan'])
  })

  test('does not back a source off because of one address', async () => {
    const { context, node, behaviour } = await createService()
    await addSources(context, { kind: 'etherscan', networks: ['ETH'], key })
    const [source] = await node().of('ETH')
    const read = async () => {
      const pages = []
      const query = { address: '0x', from: 0, to: 9 }
      for await (const page of source?.read(query, asking) ?? []) pages.push(page)
      return pages
    }
    const page = { transfers: [], rows: 3 }
    behaviour.pages = [page, new SourceError('refused', 'api.etherscan.io: Invalid address')]
    await expect(read()).rejects.toThrow('Invalid address')
    expect(await listSources(context)).toMatchObject([{ state: 'good' }])
    behaviour.head = new SourceError('refused', 'api.etherscan.io: Invalid API Key')
    await expect(read()).rejects.toThrow('Invalid address')
    expect(await listSources(context)).toMatchObject([{ state: 'off', problem: 'refused' }])
  })

  /** Opens sources that send requests with `fetch`. */
  async function createRequests(respond: (signal: AbortSignal) => Promise<Response>) {
    const { context, clock } = await createService()
    await addSources(context, { kind: 'blockscout', networks: ['ETH'], url: 'https://eth.example' })
    const list = createSourceList({
      ...{ ...context, random: createSeededRandom('requests') },
      wait: async (milliseconds) => clock.advance(milliseconds),
      fetch: async (_, init) => await respond(init?.signal ?? AbortSignal.abort()),
      open: ({ kind, network, http }) => ({
        ...{ kind, network, lacks: () => [], size: async () => undefined },
        head: async (given) =>
          await http.json({
            ...{ url: new URL('https://eth.example/'), asking: given },
            read: () => ({ block: 1, time: clock.now() / 1000 }),
          }),
        async *read() {},
      }),
    })
    const [source] = await list.of('ETH')
    return { context, clock, list, source }
  }

  test('backs a source off after repeated failures, even if the caller gives up before the last attempt', async () => {
    const stop = new AbortController()
    let requests = 0
    const { context, clock, source, list } = await createRequests(async () => {
      requests += 1
      if (requests === 4) stop.abort()
      return new Response('', { status: 503 })
    })
    await expect(source?.head({ ...asking, signal: stop.signal })).rejects.toThrow()
    await expect.poll(async () => (await listSources(context))[0]?.problem).toBe('unavailable')
    clock.advance(2000)
    expect(list.uses()).toMatchObject([{ requests: new Map([['unavailable', 3]]) }])
  })

  test('backs off a source that does not respond before the caller gives up', async () => {
    const stop = new AbortController()
    const { context, clock, source } = await createRequests(async (signal) => {
      clock.advance(5000)
      stop.abort()
      signal.throwIfAborted()
      return new Response('{}')
    })
    await expect(source?.head({ ...asking, signal: stop.signal })).rejects.toThrow()
    expect(await listSources(context)).toMatchObject([{ state: 'off', problem: 'unavailable' }])
    // The end of that request is not held against the next one.
    clock.advance(60_000)
    await expect(source?.head({ ...asking, signal: stop.signal })).rejects.toThrow()
    expect(await listSources(context)).toMatchObject([{ state: 'failing' }])
  })

  test('ignores failures that the caller caused', async () => {
    const { context, node, behaviour } = await createService()
    await addSources(context, { kind: 'etherscan', networks: ['ETH'], key })
    const [source] = await node().of('ETH')
    const stopped = { ...asking, signal: AbortSignal.abort() }
    behaviour.head = new SourceError('unreachable', 'api.etherscan.io: stopped')
    await expect(source?.head(stopped)).rejects.toThrow('stopped')
    expect(await listSources(context)).toMatchObject([{ state: 'good' }])
  })

  test('spaces the requests of a key evenly across nodes and networks', async () => {
    const { context, clock } = await createService()
    await addSources(context, { kind: 'etherscan', networks: ['ETH', 'BSC'], key, perSecond: 4 })
    const { rows } = await suite.ledger.database.run('select pace from kyt_source')
    const [one, other] = rows as { pace: Uint8Array }[]
    if (one === undefined || other === undefined) throw new Error('the sources are missing')
    const waits: number[] = []
    const wait = async (milliseconds: number) => void waits.push(milliseconds)
    const turn = ({ pace }: { pace: Uint8Array }) =>
      takeTurn(context, { pace, perSecond: 4, host: 'api.etherscan.io' }, wait)
    await Promise.all(Array.from({ length: 10 }, (_, index) => turn(index % 2 === 0 ? one : other)))
    expect(waits.toSorted((a, b) => a - b)).toEqual([250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2250])
    // Unused turns are lost: after a pause, the requests are spaced again instead of being sent at once.
    clock.advance(60_000)
    waits.length = 0
    await turn(one)
    await turn(other)
    expect(waits).toEqual([250])
  })

  test('accepts no request that would wait too long, and recovers from a clock that was wrong', async () => {
    const { context, clock } = await createService()
    const source = { pace: Buffer.from('slow'), perSecond: 0.05, host: 'slow.example' }
    const turn = () => takeTurn(context, source, async () => {})
    expect([await turn(), await turn()]).toEqual([0, 20_000])
    await expect(turn()).rejects.toThrow('slow.example: too many requests')
    clock.advance(10_000)
    expect(await turn()).toBe(30_000)
    clock.advance(-7_200_000)
    expect(await turn()).toBe(0)
  })

  test('counts the rows of each source', async () => {
    const { context, node, behaviour } = await createService()
    await addSources(context, { kind: 'etherscan', networks: ['ETH'], key })
    const list = node()
    const [source] = await list.of('ETH')
    behaviour.pages = [
      { transfers: [], rows: 3 },
      { transfers: [], rows: 4 },
    ]
    for await (const _ of source?.read({ address: '0x', from: 0, to: 9 }, asking) ?? []);
    expect(list.uses()).toMatchObject([{ name: 'etherscan-eth', rows: 7 }])
  })
})
