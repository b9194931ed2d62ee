import type { ExplorerAddress, ExplorerCounterparties, ExplorerFlow } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { describeGraph, restoreGraph } from './case-graph.ts'
import {
  addDecimals,
  changeGraph,
  type Direction,
  emptyGraph,
  type Graph,
  noFilters,
  showGraph,
} from './graph.ts'
import { layersOf, layoutGraph, nodeWidth } from './layout-graph.ts'

const at = (address: string, name?: string): ExplorerAddress => ({
  ...{ network: 'ETH', address, state: 'complete' },
  known: name === undefined ? null : { name, category: 'exchange', class: 'none' },
})
const flow = (usd: number | null, more: Partial<ExplorerFlow> = {}): ExplorerFlow => ({
  ...{ coin: 'ETH', amount: '1.5', count: 1, first: 1000, last: 2000 },
  usd: usd === null ? null : `${usd}.000000`,
  ...more,
})
type Row = ExplorerCounterparties['counterparties'][number]
const row = (
  own: ExplorerAddress,
  others: readonly [ExplorerAddress, ExplorerFlow][],
  rest: ExplorerFlow[] = [],
) =>
  ({
    ...{ known: others[0]?.[0].known ?? null, usd: null, addresses: others.length, rest },
    members: others.map(([other, one]) => ({ own, other, flows: [one] })),
  }) satisfies Row
const expand = (graph: Graph, node: string, direction: Direction, ...counterparties: Row[]) =>
  changeGraph(graph, {
    ...{ do: 'expand', filters: '', node, direction, offset: 0, page: `${node} ${direction}` },
    answer: { counterparties, total: 30, whole: true, since: null },
  })
const start = changeGraph(emptyGraph, { do: 'focus', address: at('0xa') })
const [a, b] = ['address:ETH:0xa', 'address:ETH:0xb']
const linksOf = (graph: Graph, filters = noFilters) =>
  showGraph(graph, filters).links.map(({ from, to, usd }) => [from, to, usd])

test('adds counterparties left and right of the focus', () => {
  const graph = expand(
    expand(start, a, 'in', row(at('0xa'), [[at('0xb'), flow(10)]])),
    ...([a, 'out', row(at('0xa'), [[at('0xc'), flow(20)]])] as const),
  )
  expect(linksOf(graph)).toEqual([
    [a, 'address:ETH:0xc', 20_000_000n],
    [b, a, 10_000_000n],
  ])
  expect(graph.pages[`${a} in`]).toEqual({ loaded: 1, total: 30, since: null })
  const shown = showGraph(graph, noFilters)
  expect([...layersOf(shown)].sort()).toEqual([
    [a, 0],
    [b, -1],
    ['address:ETH:0xc', 1],
  ])
  const { places } = layoutGraph(shown, { byTime: false, pinned: { [b]: { x: 7, y: 8 } } })
  expect(places.get(b)).toEqual({ x: 7, y: 8 })
  expect(places.get('address:ETH:0xc')?.x).toBeGreaterThan((places.get(a)?.x ?? 0) + nodeWidth)
})

test('combines the addresses of a name, and separates and combines them again', () => {
  const members: [ExplorerAddress, ExplorerFlow][] = [
    [at('0xd', 'Kestrel'), flow(30)],
    [at('0xe', 'Kestrel'), flow(5, { coin: 'UNI-ERC20', amount: '2' })],
  ]
  const graph = expand(start, a, 'out', row(at('0xa'), members, [flow(1, { amount: '0.25' })]))
  const [link] = showGraph(graph, noFilters).links
  expect(link).toMatchObject({ from: a, to: 'name:Kestrel', usd: 36_000_000n, count: 3 })
  expect(link?.flows).toMatchObject([
    { coin: 'ETH', amount: '1.75', count: 2 },
    { coin: 'UNI-ERC20', amount: '2', count: 1 },
  ])
  const split = changeGraph(graph, { do: 'split', name: 'Kestrel' })
  expect(linksOf(split).map(([, to]) => to)).toEqual(['address:ETH:0xd', 'address:ETH:0xe', 'name:Kestrel'])
  expect(showGraph(changeGraph(split, { do: 'join', name: 'Kestrel' }), noFilters)).toEqual(
    showGraph(graph, noFilters),
  )
})

test('does not count transfers twice when a name is loaded again from either side', () => {
  const many = row(at('0xa'), [[at('0xd', 'Kestrel'), flow(30)]], [flow(6)])
  const graph = expand(start, a, 'out', many)
  // The new answer lists other addresses individually.
  const other = row(at('0xa'), [[at('0xe', 'Kestrel'), flow(6)]], [flow(30)])
  expect(linksOf(expand(graph, a, 'out', other))).toEqual([[a, 'name:Kestrel', 36_000_000n]])
  const back = row(at('0xd', 'Kestrel'), [[at('0xa'), flow(30)]])
  expect(linksOf(expand(graph, 'name:Kestrel', 'in', back))).toEqual([[a, 'name:Kestrel', 36_000_000n]])
})

test('filters by coin, period and minimum', () => {
  const graph = expand(
    start,
    ...([a, 'out', row(at('0xa'), [[at('0xb'), flow(10, { first: 86_400, last: 90_000 })]])] as const),
    row(at('0xa'), [[at('0xc'), flow(null, { coin: 'UNI-ERC20', first: null, last: null })]]),
  )
  expect(linksOf(graph)).toHaveLength(2)
  expect(linksOf(graph, { ...noFilters, coin: 'ETH' })).toHaveLength(1)
  expect(linksOf(graph, { ...noFilters, least: 11 })).toHaveLength(0)
  expect(linksOf(graph, { ...noFilters, least: 10 })).toHaveLength(1)
  expect(linksOf(graph, { ...noFilters, from: '1970-01-02', to: '1970-01-02' })).toHaveLength(1)
  expect(linksOf(graph, { ...noFilters, to: '1970-01-01' })).toHaveLength(0)
  // The focus stays even without links.
  expect(showGraph(graph, { ...noFilters, coin: 'BTC' }).nodes.map(({ id }) => id)).toEqual([a])
})

test('adds the transfers of a path one by one and shows their nodes again', () => {
  const hidden = changeGraph(expand(start, a, 'in', row(at('0xa'), [[at('0xb'), flow(10)]])), {
    ...{ do: 'hide', node: b },
  })
  expect(showGraph(hidden, noFilters).links).toEqual([])
  const transfer = {
    txid: '0x1',
    time: 5,
    from: at('0xb'),
    to: at('0xa'),
    coin: 'ETH',
    amount: '2',
    usd: null,
  }
  const graph = changeGraph(hidden, {
    ...{ do: 'add', transfers: [transfer, { ...transfer, from: at(''), to: at('0xb'), txid: '0x2' }] },
  })
  expect(showGraph(graph, noFilters).links).toMatchObject([
    { from: b, to: a, transfer: undefined },
    { from: b, to: a, transfer: { txid: '0x1', time: 5 } },
    { from: 'issued:ETH', to: b, transfer: { txid: '0x2', time: 5 } },
  ])
})

test('replaces the sums when filters change, but not the transfers of a path', () => {
  const known = expand(start, a, 'out', row(at('0xa'), [[at('0xb'), flow(10)]]))
  const path = { txid: '0x1', time: 5, from: at('0xb'), to: at('0xa'), coin: 'ETH', amount: '2', usd: null }
  const graph = changeGraph(known, { do: 'add', transfers: [path] })
  const answer = {
    counterparties: [row(at('0xa'), [[at('0xc'), flow(4)]])],
    total: 1,
    whole: true,
    since: null,
  }
  const pages = [{ node: a, direction: 'out', offset: 0, page: `${a} out ETH`, answer } as const]
  const reloaded = changeGraph(graph, { do: 'reload', filters: 'ETH', pages })
  expect(linksOf(reloaded)).toEqual([
    [a, 'address:ETH:0xc', 4_000_000n],
    [b, a, undefined],
  ])
  expect(reloaded.loadedWith).toBe('ETH')
})

test('describes a graph for a case, and restores it', () => {
  const members: [ExplorerAddress, ExplorerFlow][] = [[at('0xd', 'Kestrel'), flow(30)]]
  const expanded = expand(start, a, 'out', row(at('0xa'), members, [flow(1)]))
  const path = { txid: '0x1', time: 5, from: at(''), to: at('0xa'), coin: 'ETH', amount: '2', usd: null }
  const added = changeGraph(expanded, { do: 'add', transfers: [path] })
  const pinned = changeGraph(added, { do: 'pin', node: a, at: { x: 5, y: 6 } })
  const graph = changeGraph(pinned, { do: 'hide', node: 'issued:ETH' })
  const shown = showGraph(graph, noFilters)
  const { places } = layoutGraph(shown, { byTime: false, pinned: graph.pinned })
  const words = { nodeTitle: () => 'title', nodeDetail: () => 'detail' }
  const described = describeGraph(graph, shown, { places, size: [200, 44], words, title: 'Kestrel' })
  expect(described.nodes).toContainEqual({
    ...{ id: a, title: 'title', detail: 'detail', x: 5, y: 6, pinned: true },
  })
  // What is hidden is not part of the case.
  expect(JSON.stringify(described)).not.toContain('issued')
  const restored = changeGraph(emptyGraph, { do: 'restore', graph: restoreGraph(described) })
  expect(showGraph(restored, noFilters)).toEqual(shown)
  expect(restored.pinned).toEqual(graph.pinned)
})

test('places nodes by time without overlaps', () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    row(at('0xa'), [[at(`0x${index + 16}`), flow(1, { first: index * 100, last: index * 100 })]]),
  )
  const shown = showGraph(expand(start, a, 'out', ...rows), noFilters)
  const { places, axis } = layoutGraph(shown, { byTime: true, pinned: {} })
  expect(axis?.map(({ time }) => time)).toEqual([0, 3900])
  const all = [...places.values()]
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1))
      expect(Math.abs(one.y - other.y) >= 44 || Math.abs(one.x - other.x) >= nodeWidth).toBe(true)
  expect((places.get('address:ETH:0x20')?.x ?? 0) < (places.get('address:ETH:0x50')?.x ?? 0)).toBe(true)
})

test('adds exact decimals', () => {
  expect(addDecimals('0.1', '0.2')).toBe('0.3')
  expect(addDecimals('99', '1')).toBe('100')
  expect(addDecimals('0.000000000000000001', '1')).toBe('1.000000000000000001')
  expect(addDecimals('0.5', '0.5')).toBe('1')
  expect(addDecimals('0', '10')).toBe('10')
})
