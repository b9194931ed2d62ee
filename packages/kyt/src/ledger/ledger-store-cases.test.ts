import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { edgesOfAll, everybody, labelOf, useLedgerStore } from '../../../../test/support/ledger-store.ts'
import {
  type AccountKey,
  accountId,
  type NewLabel,
  type SourceTransaction,
  type Versions,
} from './ledger-store.ts'

onBothEngines('The ledger', (suite) => {
  const { opened, stage } = useLedgerStore(suite)

  const transfer = (more: Partial<SourceTransaction['transfers'][number]> = {}) => ({
    coin: 1,
    position: 0,
    from: 'aa'.repeat(20),
    to: 'bb'.repeat(20),
    amount: 5n,
    fee: false,
    ...more,
  })
  const transaction = (more: Partial<SourceTransaction> = {}): SourceTransaction => ({
    network: 10,
    tx: `02${'ab'.repeat(32)}`,
    block: 7,
    time: 1_700_000_000,
    transfers: [transfer()],
    ...more,
  })

  it("stops reading a page when the caller's signal is aborted", async () => {
    await opened.ledger.commit(await stage([transaction()]))
    const of = { coin: 1, kinds: ['in', 'out'], from: 0, to: 2 ** 32 - 1, offset: 0, limit: 10 } as const
    const key = { network: 10, address: 'aa'.repeat(20) }
    expect(await opened.ledger.page(key, of, new AbortController().signal)).toMatchObject({ transactions: 1 })
    const gone = opened.ledger.page(key, of, AbortSignal.abort(new Error('hung up')))
    await expect(gone).rejects.toThrow('hung up')
  })

  it('finds names by the beginning of any word, and the addresses of a name in pages', async () => {
    const key = (number: number): AccountKey => ({ network: 10, address: `${number}0`.repeat(20) })
    const show = async (revision: number, labels: readonly NewLabel[]) => {
      await opened.ledger.stageLabels(revision, labels)
      await opened.ledger.commitLabels(revision)
    }
    await show(1, [
      labelOf(key(1), 'one', { entity: 'Kestrel', label: 'Kestrel hot wallet' }),
      labelOf(key(2), 'one', { entity: 'kestrel' }),
      labelOf(key(3), 'one', { entity: 'Kestrel & Sons' }),
      labelOf(key(4), 'one', { entity: '鳥行', label: '100%_bird' }),
    ])
    await show(2, [labelOf(key(5), 'two', { entity: 'Kestrel', label: 'KES' })])
    // A newer edition that is not visible yet
    await opened.ledger.stageLabels(3, [labelOf(key(6), 'two', { entity: 'Kestrel zone' })])
    const names = async (text: string, most = 10) => await opened.ledger.names(text, most)
    expect((await names('kes')).map((name) => name.toLowerCase())).toEqual([
      ...['kes', 'kestrel', 'kestrel & sons', 'kestrel hot wallet'],
    ])
    expect(await names('KESTREL ', 1)).toEqual(['Kestrel & Sons'])
    expect(await names('鳥')).toEqual(['鳥行'])
    expect(await names('wallet')).toEqual(['Kestrel hot wallet'])
    expect(await names('Hot w')).toEqual(['Kestrel hot wallet'])
    expect(await names('sons')).toEqual(['Kestrel & Sons'])
    expect(await names('100%')).toEqual(['100%_bird'])
    for (const nothing of ['%', '_', 'kestrel z', 'l']) expect(await names(nothing), nothing).toEqual([])
    const ids = [1, 2, 5].map((number) => accountId(key(number)))
    expect(await opened.ledger.named('KESTREL', '', 10)).toEqual(ids)
    expect(await opened.ledger.named('Kestrel', ids[0] ?? '', 1)).toEqual([ids[1]])
    expect(await opened.ledger.named('Kestrel hot wallet', '', 10)).toEqual([ids[0]])
    expect(await opened.ledger.named('Kestrel zone', '', 10)).toEqual([])
  })

  it('stores transactions with the same hash on two networks separately', async () => {
    await opened.ledger.commit(
      await stage([
        transaction(),
        transaction({ network: 11, block: 8, transfers: [transfer({ coin: 2 })] }),
      ]),
    )
    const { tx } = transaction()
    expect(await opened.ledger.transactions(10, [tx])).toMatchObject([
      { network: 10, block: 7, transfers: [{ coin: 1 }] },
    ])
    expect(await opened.ledger.transactions(11, [tx])).toMatchObject([
      { network: 11, block: 8, transfers: [{ coin: 2 }] },
    ])
    await opened.ledger.retract({ network: 11, fromBlock: 0 })
    expect(await opened.ledger.transactions(10, [tx])).toHaveLength(1)
    expect(await opened.ledger.transactions(11, [tx])).toEqual([])
  })

  it('distinguishes transaction identifiers with a common prefix, even when transactions are looked up by reference', async () => {
    const names = ['reward', 'reward 1', 'reward 12'].map((text) => `00${Buffer.from(text).toString('hex')}`)
    const hashes = ['00', 'ff'].map((end) => `02${'ab'.repeat(31)}${end}`)
    const txs = [...names, ...hashes]
    await opened.ledger.commit(
      await stage(
        txs.map((tx, index) => transaction({ tx, transfers: [transfer({ amount: BigInt(index + 1) })] })),
      ),
    )
    const key = { network: 10, address: transfer().from }
    const movements = [...(await opened.ledger.histories([key], 100)).values()].flat()
    expect(movements).toHaveLength(txs.length)
    for (const { tx, amount } of movements) {
      const found = await opened.ledger.referenced(10, [tx])
      expect(found).toMatchObject([{ reference: tx, tx: txs[Number(amount) - 1], transfers: [{ amount }] }])
    }
    expect(
      await opened.ledger.referenced(
        11,
        movements.map(({ tx }) => tx),
      ),
    ).toEqual([])
  })

  it('commits a piece once, even when commits run concurrently', async () => {
    const piece = await stage([
      transaction(),
      transaction({ tx: '00aa', transfers: [transfer({ position: 1 })] }),
    ])
    expect(await opened.ledger.staged(piece.importId)).toEqual([0])
    expect(await Promise.all([1, 2, 3].map(() => opened.ledger.commit(piece)))).toEqual([2, 2, 2])
    expect(await opened.ledger.staged(piece.importId)).toEqual([])
    const key = { network: 10, address: transfer().to }
    expect((await opened.ledger.totals([key])).get(accountId(key))).toMatchObject([
      { received: 10n, receivedTxs: 2 },
    ])
    await opened.ledger.dropStaged(piece.importId)
    await expect(opened.ledger.commit(piece)).rejects.toThrow('no such piece')
  })

  it('omits unknown addresses and addresses with more movements than the limit', async () => {
    const busy = Array.from({ length: 200 }, (_, index) =>
      transaction({ tx: `00${Buffer.from(`t${index}`).toString('hex')}` }),
    )
    await opened.ledger.commit(await stage(busy))
    const [from, to] = [transfer().from, transfer().to].map((address) => ({ network: 10, address }))
    const stranger = { network: 10, address: 'cc'.repeat(20) }
    if (from === undefined || to === undefined) throw new Error('missing account')
    const few = await opened.ledger.histories([from, to, stranger], 199)
    expect(few.size).toBe(0)
    const all = await opened.ledger.histories([from, to, stranger], 200)
    expect([...all.values()].map((movements) => movements.length)).toEqual([200, 200])
    expect(
      (await opened.ledger.totals([stranger])).size + (await edgesOfAll(opened.ledger, [stranger])).size,
    ).toBe(0)
  })

  it('returns the same edges before and after chunks are created for an account, regardless of when a label arrives', async () => {
    const hot = { network: 10, address: transfer().from }
    const others = ['b1', 'b2', 'b3'].map((byte) => ({ network: 10, address: byte.repeat(20) }))
    const name = async (revision: number, key: AccountKey) => {
      await opened.ledger.stageLabels(revision, [labelOf(key, `list ${revision}`)])
      await opened.ledger.commitLabels(revision)
    }
    const pay = async (from: number, count: number) => {
      const paid = Array.from({ length: count }, (_, index) => {
        const { address: to } = others[(from + index) % 3] ?? hot
        return transaction({
          tx: `00${Buffer.from(`p${from + index}`).toString('hex')}`,
          time: 1_700_000_000 + from + index,
          transfers: [transfer({ to })],
        })
      })
      await opened.ledger.commit(await stage(paid))
    }
    const spentTransfers = async () => {
      const edges = (await edgesOfAll(opened.ledger, [hot])).get(accountId(hot)) ?? []
      return others.map(({ address }) => edges.find((edge) => edge.counterparty === address)?.spentTransfers)
    }
    const [first, second, third] = others
    if (first === undefined || second === undefined || third === undefined) throw new Error('missing account')
    await name(1, first)
    await pay(0, 9)
    expect(await spentTransfers()).toEqual([3, undefined, undefined])
    const stored = async (key: AccountKey) =>
      [...(await opened.ledger.edges([{ key, coin: 1 }])).values()].flat().length
    expect(await stored(hot)).toBe(0)
    await pay(9, 60)
    expect((await opened.ledger.accounts([hot])).found.get(accountId(hot))).toMatchObject([
      { isWhole: false },
    ])
    expect(await spentTransfers()).toEqual([23, undefined, undefined])
    await name(2, second)
    await pay(69, 3)
    expect(await spentTransfers()).toEqual([24, 24, undefined])
    await name(3, third)
    expect(await spentTransfers()).toEqual([24, 24, 24])
    // The receiving addresses have few movements, so no edges are stored for them.
    expect([await stored(hot), await stored(first)]).toEqual([3, 0])
  })

  it('replaces all labels from a list at once, and removes an abandoned revision completely', async () => {
    const [first, second] = everybody
    if (first === undefined || second === undefined) throw new Error('missing account')
    const list = async (revision: number, labels: readonly NewLabel[]) => {
      await opened.ledger.stageLabels(revision, labels)
      return await opened.ledger.commitLabels(revision)
    }
    const entitiesOf = async (key: AccountKey) =>
      ((await opened.ledger.labels([key])).found.get(accountId(key)) ?? []).map(
        ({ entity, confidence }) => `${entity} ${confidence}`,
      )
    const twice = [labelOf(first, 'a', { confidence: 60 }), labelOf(first, 'a', { confidence: 90 })]
    expect(await list(1, [...twice, labelOf(second, 'b')])).toEqual([
      { source: 'a', version: '1', labels: 1 },
      { source: 'b', version: '1', labels: 1 },
    ])
    expect(await entitiesOf(first)).toEqual(['Somebody 90'])
    await opened.ledger.stageLabels(2, [labelOf(second, 'a', { entity: 'Nobody' })])
    expect(await entitiesOf(second)).toEqual(['Somebody 50'])
    await opened.ledger.dropLabels(2)
    expect(await list(3, [labelOf(second, 'a', { entity: 'Other', version: '3' })])).toEqual([
      { source: 'a', version: '3', labels: 1 },
    ])
    expect([await entitiesOf(first), (await entitiesOf(second)).sort()]).toEqual([
      [],
      ['Other 50', 'Somebody 50'],
    ])
    await opened.ledger.dropLabels(3)
    expect(await entitiesOf(second)).toHaveLength(2)
  })

  it("returns an import's facts in insertion order until the import's pieces are dropped", async () => {
    await opened.ledger.addFacts(7, [
      ['a', 'one'],
      ['b', ''],
      ['a', 'two'],
    ])
    await opened.ledger.addFacts(7, [['a', 'three']])
    await opened.ledger.addFacts(8, [['a', 'other']])
    const requested = new Set(['a', 'b', 'c'])
    expect(await opened.ledger.readFacts(7, requested)).toEqual(
      new Map([
        ['a', ['one', 'two', 'three']],
        ['b', ['']],
      ]),
    )
    await opened.ledger.dropStaged(7)
    expect(await opened.ledger.readFacts(7, requested)).toEqual(new Map())
    expect(await opened.ledger.readFacts(8, requested)).toEqual(new Map([['a', ['other']]]))
  })

  it('replaces a stored price for the same coin and day, and returns prices in order', async () => {
    await opened.ledger.putPrices([
      { coin: 2, day: 5, usdE12: 1n },
      { coin: 1, day: 9, usdE12: 10n ** 30n },
      { coin: 1, day: 3, usdE12: 7n },
    ])
    await opened.ledger.putPrices([{ coin: 1, day: 3, usdE12: 8n }])
    expect(await opened.ledger.prices([1, 3])).toEqual([
      { coin: 1, day: 3, usdE12: 8n },
      { coin: 1, day: 9, usdE12: 10n ** 30n },
    ])
  })

  it('raises the version with every change, and keeps the version and the data when a change fails', async () => {
    const before = (await opened.ledger.versions()).ledger
    await opened.ledger.commit(await stage([transaction()]))
    expect((await opened.ledger.versions()).ledger).toBe(before + 1)
    const wrong = await stage([transaction({ tx: '00bb', transfers: [transfer({ coin: 40_000 })] })])
    await expect(opened.ledger.commit(wrong)).rejects.toThrow()
    expect((await opened.ledger.versions()).ledger).toBe(before + 1)
    expect(await opened.ledger.transactions(10, ['00bb'])).toEqual([])
    expect(await opened.ledger.staged(wrong.importId)).toEqual([0])
  })

  it('reports what each change affected, or undefined if a change affected too many items', async () => {
    const { ledger } = opened
    const since = async (versions: Versions) => (await ledger.changesSince(versions)).touched
    const first = await ledger.versions()
    expect(await since(first)).toMatchObject({ accounts: new Set(), labels: new Set(), coins: new Set() })
    await ledger.commit(await stage([transaction()]))
    const moved = await since(first)
    expect(moved?.accounts.size).toBeGreaterThan(0)
    expect(moved?.transactions).toEqual(new Set())
    for (const id of moved?.accounts ?? []) {
      const key = { network: Number.parseInt(id.slice(0, 2), 16), address: id.slice(2) }
      expect((await ledger.totals([key])).has(id)).toBe(true)
    }
    const second = await ledger.versions()
    const more = transaction({ transfers: [transfer({ position: 77 })] })
    await ledger.commit(await stage([more]))
    const [found] = await ledger.transactions(more.network, [more.tx])
    expect((await since(second))?.transactions).toEqual(new Set([found?.reference]))
    await ledger.putPrices([{ coin: 5, day: 1, usdE12: 1n }])
    expect((await since(second))?.coins).toEqual(new Set([5]))
    expect((await since(first))?.accounts).toEqual(moved?.accounts)
    const third = await ledger.versions()
    await ledger.clear()
    expect(await since(third)).toBeUndefined()
  })
})
