import type { CaseGraph } from '@touchstone/contract'
import {
  type Atom,
  type Edge,
  emptyGraph,
  filterKeyOf,
  type Graph,
  nameId,
  noFilters,
  type Place,
  type ShownGraph,
  type ShownNode,
} from './graph.ts'

/** Describes what is drawn, so that a case can contain it. `words` names the nodes as they are shown. */
export function describeGraph(
  graph: Graph,
  shown: ShownGraph,
  {
    places,
    size,
    words,
    title,
  }: {
    places: ReadonlyMap<string, Place>
    size: readonly [width: number, height: number]
    words: { nodeTitle(node: ShownNode): string; nodeDetail(node: ShownNode): string }
    title: string
  },
): CaseGraph {
  const short = (text: string) => text.slice(0, mostText)
  const atoms = shown.nodes.flatMap((node, index) => node.atoms.map((atom) => ({ atom, index })))
  const placeOf = new Map(atoms.map(({ atom }, index) => [atom.id, index]))
  return {
    title: short(title),
    size: [...size],
    nodes: shown.nodes.map((node) => {
      const { x, y } = places.get(node.id) ?? { x: 0, y: 0 }
      const text = { title: short(words.nodeTitle(node)), detail: short(words.nodeDetail(node)) }
      const pinned = Object.hasOwn(graph.pinned, node.id)
      return { id: node.id, ...text, x: Math.round(x), y: Math.round(y), pinned }
    }),
    atoms: atoms.map(({ atom: { id: _, ...atom }, index }) => ({ ...atom, node: index })),
    edges: Object.values(graph.edges).flatMap(({ from, to, flows, transfer }) => {
      const [sender, recipient] = [placeOf.get(from), placeOf.get(to)]
      if (sender === undefined || recipient === undefined) return []
      return { from: sender, to: recipient, flows: [...flows], ...(transfer && { transfer }) }
    }),
    focus: graph.focus,
    split: [...graph.split],
  }
}

const mostText = 256

/** Returns the graph that a case contains. */
export function restoreGraph({ nodes, atoms, edges, focus, split }: CaseGraph): Graph {
  const known = atoms.map(({ node: _, ...atom }): Atom => {
    const id = atom.kind === 'name' ? nameId(atom.known?.name ?? '') : `${atom.kind}:${atom.network}`
    return { ...atom, id: atom.kind === 'address' ? `${id}:${atom.address}` : id }
  })
  const pinned = nodes.filter((node) => node.pinned).map(({ id, x, y }) => [id, { x, y }] as const)
  const found = edges.flatMap(({ from, to, flows, transfer }) => {
    const [sender, recipient] = [known[from], known[to]]
    if (sender === undefined || recipient === undefined) return []
    const name = `${sender.id}>${recipient.id}`
    const [flow] = flows
    const key = transfer ? `${name}#${transfer.txid} ${flow?.coin} ${transfer.time} ${flow?.amount}` : name
    const edge: Edge = { from: sender.id, to: recipient.id, flows, ...(transfer && { transfer }) }
    return [[key, edge] as const]
  })
  return {
    ...emptyGraph,
    ...{ focus, split, pinned: Object.fromEntries(pinned), edges: Object.fromEntries(found) },
    atoms: Object.fromEntries(known.map((atom) => [atom.id, atom])),
    loadedWith: filterKeyOf(noFilters),
  }
}
