import type {
  ExplorerAddress,
  ExplorerCounterparties,
  ExplorerFlow,
  ExplorerKnown,
  ExplorerTransfer,
} from '@touchstone/contract'

export type Direction = 'in' | 'out'
export type Place = { readonly x: number; readonly y: number }

/** An address, all addresses of a name that are not listed individually, or the issue and burning of coins. */
export type Atom = {
  readonly id: string
  readonly kind: 'address' | 'name' | 'issued' | 'burnt'
  /** Empty for a name. */
  readonly network: string
  readonly address: string
  readonly known: ExplorerKnown | null
  readonly state: ExplorerAddress['state']
}

/** Transfers between two atoms: their sums by coin, or a single transfer on a path. */
export type Edge = {
  readonly from: string
  readonly to: string
  readonly flows: readonly ExplorerFlow[]
  readonly transfer?: { readonly txid: string; readonly time: number }
}

/** The counterparties that were loaded. `since` is the time of the oldest transfer read, unless all were read. */
export type GraphPage = { readonly loaded: number; readonly total: number; readonly since: number | null }

/** What the member has explored. Plain data, so that it can be stored. */
export type Graph = {
  /** The node from which distances are counted. */
  readonly focus: string
  readonly atoms: Readonly<Record<string, Atom>>
  readonly edges: Readonly<Record<string, Edge>>
  /** Nodes that are hidden. */
  readonly hidden: readonly string[]
  /** Nodes with a fixed place. */
  readonly pinned: Readonly<Record<string, Place>>
  /** Names whose addresses are separate nodes. */
  readonly split: readonly string[]
  /** For each node, direction and filters: the number of loaded counterparties, and of all. */
  readonly pages: Readonly<Record<string, GraphPage>>
  /** The filters with which the sums of transfers were loaded, as `filterKeyOf` returns them. */
  readonly loadedWith: string
}

export const emptyGraph: Graph = {
  ...{ focus: '', atoms: {}, edges: {}, hidden: [], pinned: {}, split: [], pages: {}, loadedWith: '' },
}

/** The counterparties of a node in a direction, as the server returned them. */
export type Loaded = {
  readonly node: string
  readonly direction: Direction
  readonly offset: number
  /** The node, the direction and the filters of the answer. */
  readonly page: string
  readonly answer: ExplorerCounterparties
}

export type GraphAction =
  | { readonly do: 'focus' | 'update'; readonly address: ExplorerAddress }
  | { readonly do: 'focusName'; readonly known: ExplorerKnown }
  | ({ readonly do: 'expand'; readonly filters: string } & Loaded)
  | { readonly do: 'reload'; readonly filters: string; readonly pages: readonly Loaded[] }
  | { readonly do: 'restore'; readonly graph: Graph }
  | { readonly do: 'add'; readonly transfers: readonly ExplorerTransfer[] }
  | { readonly do: 'hide' | 'unpin' | 'refocus'; readonly node: string }
  | { readonly do: 'pin'; readonly node: string; readonly at: Place }
  | { readonly do: 'split' | 'join'; readonly name: string }
  | { readonly do: 'showAll' | 'clear' }

export const nameId = (name: string): string => `name:${name}`
export const pageId = (node: string, direction: Direction): string => `${node} ${direction}`

export function changeGraph(graph: Graph, action: GraphAction): Graph {
  switch (action.do) {
    case 'focus': {
      const atom = atomOf(action.address, 'from')
      const next = withAtoms(graph, [atom])
      const focus = nodeOf(next, atom)
      return { ...next, focus, hidden: without(graph.hidden, focus) }
    }
    case 'update':
      return withAtoms(graph, [atomOf(action.address, 'from')])
    case 'focusName': {
      const atom = atomOfName(action.known)
      return { ...withAtoms(graph, [atom]), focus: atom.id, hidden: without(graph.hidden, atom.id) }
    }
    case 'refocus':
      return { ...graph, focus: action.node }
    case 'expand':
      // What was loaded with other filters is loaded again.
      return {
        ...expanded(graph, action),
        loadedWith: Object.keys(graph.pages).length === 0 ? action.filters : graph.loadedWith,
      }
    case 'reload': {
      // Transfers on paths are single transfers, which filters do not change.
      const kept = Object.entries(graph.edges).filter(([, { transfer }]) => transfer !== undefined)
      const bare = { ...graph, edges: Object.fromEntries(kept), loadedWith: action.filters }
      return action.pages.reduce(expanded, bare)
    }
    case 'restore':
      return action.graph
    case 'add':
      return added(graph, action)
    case 'hide':
      return { ...graph, hidden: [...graph.hidden, action.node] }
    case 'pin':
      return { ...graph, pinned: { ...graph.pinned, [action.node]: action.at } }
    case 'unpin': {
      const { [action.node]: _, ...pinned } = graph.pinned
      return { ...graph, pinned }
    }
    case 'split':
      return { ...graph, split: [...graph.split, action.name] }
    case 'join':
      return { ...graph, split: without(graph.split, action.name) }
    case 'showAll':
      return { ...graph, hidden: [] }
    case 'clear':
      return emptyGraph
  }
}

const without = (list: readonly string[], item: string) => list.filter((each) => each !== item)

/** Returns the node in which an atom is shown. */
export function nodeOf({ split }: Pick<Graph, 'split'>, { id, known, kind }: Atom): string {
  return kind !== 'address' || known === null || split.includes(known.name) ? id : nameId(known.name)
}

function atomOf(address: ExplorerAddress, side: 'from' | 'to'): Atom {
  const { network, known, state } = address
  const common = { network, known, state, address: address.address }
  if (address.address !== '')
    return { ...common, id: `address:${network}:${address.address}`, kind: 'address' }
  const kind = side === 'from' ? 'issued' : 'burnt'
  return { ...common, id: `${kind}:${network}`, kind, state: 'complete' }
}

const atomOfName = (known: ExplorerKnown): Atom => ({
  ...{ id: nameId(known.name), kind: 'name', network: '', address: '', known, state: 'partial' },
})

function withAtoms(graph: Graph, atoms: readonly Atom[]): Graph {
  return { ...graph, atoms: { ...graph.atoms, ...Object.fromEntries(atoms.map((atom) => [atom.id, atom])) } }
}

function expanded(graph: Graph, { node, direction, offset, page, answer }: Loaded): Graph {
  const atoms = new Map<string, Atom>()
  const edges = new Map<string, Edge>()
  const replaced = new Set<string>()
  const isIn = direction === 'in'
  for (const { known, members, rest } of answer.counterparties) {
    const put = (own: Atom, other: Atom, flows: readonly ExplorerFlow[]) => {
      atoms.set(own.id, own)
      atoms.set(other.id, other)
      const [from, to] = isIn ? [other.id, own.id] : [own.id, other.id]
      edges.set(`${from}>${to}`, { from, to, flows })
    }
    for (const { own, other, flows } of members)
      put(atomOf(own, isIn ? 'to' : 'from'), atomOf(other, isIn ? 'from' : 'to'), flows)
    if (known !== null) replaced.add(known.name)
    const [first] = members
    if (rest.length === 0 || first === undefined) continue
    const own = graph.atoms[node] ?? atomOf(first.own, 'to')
    put(own, known === null ? atomOf(first.other, 'from') : atomOfName(known), rest)
  }
  // The answer contains all transfers with a name, so what was known about them is replaced.
  const isReplaced = ({ from, to, transfer }: Edge): boolean => {
    const [own, other] = isIn ? [graph.atoms[to], graph.atoms[from]] : [graph.atoms[from], graph.atoms[to]]
    if (transfer !== undefined || own === undefined || other === undefined) return false
    return other.known !== null && replaced.has(other.known.name) && nodeOf(graph, own) === node
  }
  const kept = Object.entries(graph.edges).filter(([, edge]) => !isReplaced(edge))
  const loaded = Math.max(offset + answer.counterparties.length, graph.pages[page]?.loaded ?? 0)
  return {
    ...withAtoms(graph, [...atoms.values()]),
    edges: { ...Object.fromEntries(kept), ...Object.fromEntries(edges) },
    pages: { ...graph.pages, [page]: { loaded, total: answer.total, since: answer.since } },
  }
}

function added(graph: Graph, { transfers }: Extract<GraphAction, { do: 'add' }>): Graph {
  const atoms: Atom[] = []
  const edges: Record<string, Edge> = { ...graph.edges }
  for (const { from: sender, to: recipient, txid, time, coin, amount, usd } of transfers) {
    const [from, to] = [atomOf(sender, 'from'), atomOf(recipient, 'to')]
    atoms.push(from, to)
    const flow = { coin, amount: amount ?? '0', usd, count: 1, first: time, last: time }
    edges[`${from.id}>${to.id}#${txid} ${coin} ${time} ${amount ?? ''}`] = {
      ...{ from: from.id, to: to.id, flows: [flow], transfer: { txid, time } },
    }
  }
  const next = withAtoms(graph, atoms)
  const shown = new Set(atoms.map((atom) => nodeOf(next, atom)))
  return { ...next, edges, hidden: graph.hidden.filter((node) => !shown.has(node)) }
}

/** What of a graph is shown. Empty texts and `0` mean no limit. */
export type Filters = {
  readonly coin: string
  /** Days in UTC, such as `2026-03-14`. */
  readonly from: string
  readonly to: string
  /** Minimum value of an edge in USD. */
  readonly least: number
}

export const noFilters: Filters = { coin: '', from: '', to: '', least: 0 }

export const filterKeyOf = ({ coin, from, to, least }: Filters): string => `${coin} ${from} ${to} ${least}`

const dayMs = 86_400_000

/** Returns the period of the filters in Unix seconds. */
export function periodOf({ from, to }: Filters): { from?: number; to?: number } {
  const start = Date.parse(from)
  const end = Date.parse(to)
  return {
    ...(Number.isFinite(start) && { from: start / 1000 }),
    ...(Number.isFinite(end) && { to: (end + dayMs) / 1000 - 1 }),
  }
}

/** An address, or all shown addresses of a name. */
export type ShownNode = {
  readonly id: string
  readonly kind: Atom['kind']
  readonly atoms: readonly Atom[]
  readonly known: ExplorerKnown | null
  readonly state: Atom['state']
}

/** The transfers from one node to another. */
export type ShownLink = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly flows: readonly ExplorerFlow[]
  /** In millionths. `undefined` if no coin has a price. */
  readonly usd: bigint | undefined
  readonly count: number
  readonly first: number | undefined
  readonly last: number | undefined
  readonly transfer: Edge['transfer']
}

export type ShownGraph = {
  readonly nodes: readonly ShownNode[]
  readonly links: readonly ShownLink[]
  readonly focus: string
}

/** Returns the nodes and links that are visible with these filters. Links are sorted largest first. */
export function showGraph(graph: Graph, filters: Filters): ShownGraph {
  const hidden = new Set(graph.hidden)
  const groups = new Map<string, Atom[]>()
  for (const atom of Object.values(graph.atoms)) {
    const node = nodeOf(graph, atom)
    const group = groups.get(node)
    if (group === undefined) groups.set(node, [atom])
    else group.push(atom)
  }
  const sums = new Map<
    string,
    { from: string; to: string; flows: ExplorerFlow[]; transfer: Edge['transfer'] }
  >()
  for (const [id, edge] of Object.entries(graph.edges)) {
    const [sender, recipient] = [graph.atoms[edge.from], graph.atoms[edge.to]]
    if (sender === undefined || recipient === undefined) continue
    const [from, to] = [nodeOf(graph, sender), nodeOf(graph, recipient)]
    if (from === to || hidden.has(from) || hidden.has(to)) continue
    const flows = edge.flows.filter((flow) => isWithin(flow, filters))
    if (flows.length === 0) continue
    const key = edge.transfer === undefined ? `${from}>${to}` : id
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { from, to, flows: [...flows], transfer: edge.transfer })
    else sum.flows.push(...flows)
  }
  const links = [...sums]
    .map(([id, { from, to, flows, transfer }]) => linkOf({ id, from, to, transfer }, flows))
    .filter(({ usd }) => filters.least === 0 || (usd ?? 0n) >= BigInt(filters.least) * 1_000_000n)
    .sort(largestFirst)
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]))
  const nodes = [...groups].flatMap(([id, atoms]) => {
    const isShown = linked.has(id) || id === graph.focus || Object.hasOwn(graph.pinned, id)
    return isShown && !hidden.has(id) ? nodeOfAtoms(id, atoms) : []
  })
  return { nodes, links, focus: graph.focus }
}

function nodeOfAtoms(id: string, atoms: readonly Atom[]): ShownNode {
  const states = new Set(atoms.map(({ state }) => state))
  const [first] = atoms
  const [state = 'none'] = states
  const isName = id.startsWith('name:')
  return {
    ...{ id, atoms, known: first?.known ?? null },
    kind: isName ? 'name' : (first?.kind ?? 'address'),
    state: states.size > 1 ? 'partial' : state,
  }
}

function isWithin({ coin, first, last }: ExplorerFlow, filters: Filters): boolean {
  if (filters.coin !== '' && coin !== filters.coin) return false
  const { from, to } = periodOf(filters)
  if (first === null || last === null) return from === undefined && to === undefined
  return (from === undefined || last >= from) && (to === undefined || first <= to)
}

function linkOf(
  link: Pick<ShownLink, 'id' | 'from' | 'to' | 'transfer'>,
  flows: readonly ExplorerFlow[],
): ShownLink {
  const coins = new Map<string, ExplorerFlow>()
  for (const flow of flows) coins.set(flow.coin, addFlows(coins.get(flow.coin), flow))
  const byCoin = [...coins.values()]
  const priced = byCoin.flatMap(({ usd }) => (usd === null ? [] : millionths(usd)))
  const times = (pick: (flow: ExplorerFlow) => number | null) => byCoin.flatMap((flow) => pick(flow) ?? [])
  const [firsts, lasts] = [times(({ first }) => first), times(({ last }) => last)]
  return {
    ...link,
    flows: byCoin,
    usd: priced.length === 0 ? undefined : priced.reduce((sum, usd) => sum + usd, 0n),
    count: byCoin.reduce((sum, { count }) => sum + count, 0),
    first: firsts.length === 0 ? undefined : Math.min(...firsts),
    last: lasts.length === 0 ? undefined : Math.max(...lasts),
  }
}

const millionths = (usd: string): bigint => BigInt(usd.replace('.', ''))

const decimals = 6
const usdText = (usd: bigint): string => {
  const digits = usd.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function addFlows(sum: ExplorerFlow | undefined, flow: ExplorerFlow): ExplorerFlow {
  if (sum === undefined) return flow
  const time = (pick: (...times: number[]) => number, a: number | null, b: number | null) =>
    a === null || b === null ? null : pick(a, b)
  return {
    coin: flow.coin,
    amount: addDecimals(sum.amount, flow.amount),
    usd: sum.usd === null || flow.usd === null ? null : usdText(millionths(sum.usd) + millionths(flow.usd)),
    count: sum.count + flow.count,
    first: time(Math.min, sum.first, flow.first),
    last: time(Math.max, sum.last, flow.last),
  }
}

/** Adds exact decimals. */
export function addDecimals(one: string, other: string): string {
  const places = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0))
  const units = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  }
  const digits = (units(one) + units(other)).toString().padStart(places + 1, '0')
  if (places === 0) return digits
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}

function largestFirst(a: ShownLink, b: ShownLink): number {
  if (a.usd !== b.usd) return a.usd === undefined ? 1 : b.usd === undefined || a.usd > b.usd ? -1 : 1
  return b.count - a.count || (a.id < b.id ? -1 : 1)
}
