import type { Place, ShownGraph, ShownLink } from './graph.ts'

export const nodeWidth = 200
export const nodeHeight = 44
const columnGap = 170
const rowGap = 18
const column = nodeWidth + columnGap
const row = nodeHeight + rowGap
/** How often the order within the columns is improved. */
const sweeps = 6

export type Layout = {
  readonly places: ReadonlyMap<string, Place>
  /** Two horizontal places with their times in Unix seconds. Missing without a time axis. */
  readonly axis?: readonly [from: AxisPoint, to: AxisPoint]
}
type AxisPoint = { readonly x: number; readonly time: number }

/**
 * Places nodes in columns by their distance from the focus: senders left of recipients. Within a column, nodes
 * are next to those with which they exchange funds. With `byTime`, the horizontal place is the time of the
 * node's transfers.
 */
export function layoutGraph(
  shown: ShownGraph,
  { byTime, pinned }: { byTime: boolean; pinned: Readonly<Record<string, Place>> },
): Layout {
  const layers = layersOf(shown)
  const columns = orderColumns(shown, layers)
  const places = new Map<string, Place>()
  for (const [layer, ids] of columns)
    for (const [index, id] of ids.entries())
      places.set(id, { x: layer * column, y: (index - (ids.length - 1) / 2) * row })
  const axis = byTime ? placeByTime(shown.links, places) : undefined
  for (const [id, place] of Object.entries(pinned)) if (places.has(id)) places.set(id, place)
  return { places, ...(axis && { axis }) }
}

/** Returns each node's column. The focus is in column 0. */
export function layersOf({ nodes, links, focus }: ShownGraph): Map<string, number> {
  const neighbours = new Map<string, { id: string; step: 1 | -1 }[]>()
  const join = (id: string, other: string, step: 1 | -1) => {
    const list = neighbours.get(id)
    if (list === undefined) neighbours.set(id, [{ id: other, step }])
    else list.push({ id: other, step })
  }
  for (const { from, to } of links) {
    join(from, to, 1)
    join(to, from, -1)
  }
  const layers = new Map<string, number>()
  const ids = nodes.map(({ id }) => id)
  for (const root of [...(ids.includes(focus) ? [focus] : []), ...ids]) {
    if (layers.has(root)) continue
    layers.set(root, 0)
    const queue = [root]
    for (const at of queue) {
      for (const { id, step } of neighbours.get(at) ?? []) {
        if (layers.has(id)) continue
        layers.set(id, (layers.get(at) ?? 0) + step)
        queue.push(id)
      }
    }
  }
  return layers
}

/** Orders each column so that nodes are near their neighbours, starting with the largest. */
function orderColumns(
  { nodes, links }: ShownGraph,
  layers: ReadonlyMap<string, number>,
): Map<number, string[]> {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]))
  const rank = new Map<string, number>()
  for (const { from, to } of links) {
    for (const id of [from, to]) if (!rank.has(id)) rank.set(id, rank.size)
    neighbours.get(from)?.push(to)
    neighbours.get(to)?.push(from)
  }
  const columns = new Map<number, string[]>()
  for (const { id } of nodes) {
    const layer = layers.get(id) ?? 0
    const ids = columns.get(layer)
    if (ids === undefined) columns.set(layer, [id])
    else ids.push(id)
  }
  const place = new Map<string, number>()
  const settle = (ids: string[]) => {
    for (const [index, id] of ids.entries()) place.set(id, index - (ids.length - 1) / 2)
  }
  for (const ids of columns.values())
    settle(ids.sort((a, b) => (rank.get(a) ?? rank.size) - (rank.get(b) ?? rank.size)))
  const order = [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const layer of sweep % 2 === 0 ? order : [...order].reverse()) {
      const ids = columns.get(layer) ?? []
      const middle = new Map(
        ids.map((id) => {
          const others = (neighbours.get(id) ?? []).filter((other) => layers.get(other) !== layer)
          const sum = others.reduce((all, other) => all + (place.get(other) ?? 0), 0)
          return [id, others.length === 0 ? (place.get(id) ?? 0) : sum / others.length]
        }),
      )
      settle(ids.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0)))
    }
  }
  return columns
}

/** Moves nodes to the time of their transfers, and apart where they would overlap. */
function placeByTime(links: readonly ShownLink[], places: Map<string, Place>): Layout['axis'] {
  const times = new Map<string, { sum: number; count: number }>()
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const link of links) {
    if (link.first === undefined || link.last === undefined) continue
    const time = (link.first + link.last) / 2
    first = Math.min(first, time)
    last = Math.max(last, time)
    for (const id of [link.from, link.to]) {
      const known = times.get(id) ?? { sum: 0, count: 0 }
      times.set(id, { sum: known.sum + time, count: known.count + 1 })
    }
  }
  if (times.size === 0) return undefined
  const xs = [...places.values()].map(({ x }) => x)
  const left = Math.min(...xs)
  const width = Math.max(Math.max(...xs) - left, column * 3)
  const timed = [...places].map(([id, { x, y }]) => {
    const known = times.get(id)
    if (known === undefined) return { id, x, y }
    const share = last === first ? 0.5 : (known.sum / known.count - first) / (last - first)
    return { id, x: left + share * width, y }
  })
  const ends: { right: number; y: number }[] = []
  for (const { id, x, y } of timed.sort((a, b) => a.x - b.x)) {
    // The free row that is nearest to the node's own.
    const free = ends.filter(({ right }) => right + rowGap <= x)
    const nearest = free.reduce<(typeof free)[number] | undefined>(
      (best, one) => (best === undefined || Math.abs(one.y - y) < Math.abs(best.y - y) ? one : best),
      undefined,
    )
    if (nearest !== undefined && Math.abs(nearest.y - y) <= row * 2) {
      nearest.right = x + nodeWidth
      places.set(id, { x, y: nearest.y })
      continue
    }
    const taken = new Set(ends.map((one) => Math.round(one.y / row)))
    let step = Math.round(y / row)
    for (let away = 0; taken.has(step); away++)
      step = Math.round(y / row) + (away % 2 === 0 ? 1 : -1) * Math.ceil((away + 1) / 2)
    ends.push({ right: x + nodeWidth, y: step * row })
    places.set(id, { x, y: step * row })
  }
  return [
    { x: left, time: first },
    { x: left + width, time: last === first ? first + 1 : last },
  ]
}
