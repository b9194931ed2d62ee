import { useQueryClient } from '@tanstack/react-query'
import type {
  CaseGraph,
  ExplorerAddressView,
  ExplorerCounterparties,
  ExplorerName,
  ExplorerTransfers,
  RiskReport,
} from '@touchstone/contract'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { ExplorerPlace } from '../../parts/explorer-link.ts'
import { useSession } from '../../session/session.ts'
import { restoreGraph } from './case-graph.ts'
import {
  type Atom,
  changeGraph,
  type Direction,
  emptyGraph,
  type Filters,
  filterKeyOf,
  type Graph,
  type Loaded,
  nodeOf,
  pageId,
  periodOf,
} from './graph.ts'
import { useHistory } from './use-history.ts'

/** Counterparties that are added at once. */
const step = 10
/** Counterparties that the server returns at once. */
const mostAtOnce = 100
/** Filters that are still being typed are not loaded. */
const settleMs = 400

/** An address, or all addresses of a name. */
type Whose = Pick<Atom, 'network' | 'address'> | { readonly name: string }

export type Piece = RiskReport['explanation']['pieces'][number]

/** The graph and the calls that extend it. */
export function useExplorer(filters: Filters) {
  const { api, path } = useSession()
  const queries = useQueryClient()
  const history = useHistory(changeGraph, emptyGraph)
  const { act, refresh, now: graph } = history
  const [running, setRunning] = useState(0)
  const [refusal, setRefusal] = useState<ApiError>()
  const [selected, select] = useState('')
  /** The atom of the address that was opened last, and the coin that the member asked about. */
  const [asked, setAsked] = useState({ atom: '', coin: '' })
  /** Numbers the places that are opened, so that a late answer for an earlier one is ignored. */
  const opened = useRef(0)

  const ask = async <Answer>(route: string, body: object): Promise<Answer> =>
    await queries.fetchQuery({
      queryKey: [path, route, body],
      queryFn: ({ signal }) => api.post<Answer>(`${path}${route}`, body, signal),
    })
  const attempt = async (work: () => Promise<void>) => {
    setRunning((count) => count + 1)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal(error as ApiError)
    } finally {
      setRunning((count) => count - 1)
    }
  }
  const filterKey = filterKeyOf(filters)
  const loadedOf = (node: string, direction: Direction) =>
    graph.pages[`${pageId(node, direction)} ${filterKey}`]

  const read = async (
    node: string,
    whose: Whose,
    direction: Direction,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<Loaded> => {
    const answer = await ask<ExplorerCounterparties>('/explorer/expand', {
      ...{ ...whose, direction, offset, limit, ...periodOf(filters) },
      ...(filters.coin !== '' && { coin: filters.coin }),
      ...(filters.least > 0 && { least: filters.least }),
    })
    return { node, direction, offset, page: `${pageId(node, direction)} ${filterKey}`, answer }
  }
  const load = async (node: string, whose: Whose, direction: Direction) => {
    const offset = loadedOf(node, direction)?.loaded ?? 0
    act({
      do: 'expand',
      filters: filterKey,
      ...(await read(node, whose, direction, { offset, limit: step })),
    })
  }
  const whoseOf = (node: string): Whose | undefined => {
    const [first] = Object.values(graph.atoms).filter((atom) => nodeOf(graph, atom) === node)
    if (first === undefined || first.kind === 'issued' || first.kind === 'burnt') return undefined
    if (node.startsWith('name:')) return first.known === null ? undefined : { name: first.known.name }
    return { network: first.network, address: first.address }
  }
  const expand = async (node: string, direction: Direction) =>
    await attempt(async () => {
      const whose = whoseOf(node)
      if (whose !== undefined) await load(node, whose, direction)
    })
  /** Loads what is shown again with the current filters, because the sums depend on the period. */
  const reload = async () =>
    await attempt(async () => {
      const mine = ++opened.current
      const pages: Loaded[] = []
      for (const [id, loaded] of loadedPages(graph, [graph.loadedWith, filterKey])) {
        const [, node = '', direction] = /^(.*) (in|out)$/.exec(id) ?? []
        const whose = whoseOf(node)
        if (whose === undefined) continue
        for (let offset = 0; offset < loaded; offset += mostAtOnce) {
          const limit = Math.min(mostAtOnce, loaded - offset)
          pages.push(await read(node, whose, direction as Direction, { offset, limit }))
        }
      }
      if (mine === opened.current) refresh({ do: 'reload', filters: filterKey, pages })
    })
  const needsReload = Object.keys(graph.pages).length > 0 && graph.loadedWith !== filterKey
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after the filters have changed
  useEffect(() => {
    if (!needsReload) return
    const timer = setTimeout(() => void reload(), settleMs)
    return () => clearTimeout(timer)
  }, [needsReload, filterKey, graph.loadedWith])
  const showPath = async (network: string, address: string, { direction, path: steps }: Piece) =>
    await attempt(async () => {
      const answer = await ask<ExplorerTransfers>('/explorer/path', { network, address, direction, steps })
      act({ do: 'add', transfers: answer.transfers })
    })
  const open = async (place: ExplorerPlace) => {
    opened.current += 1
    const mine = opened.current
    const isLate = () => mine !== opened.current
    await attempt(async () => {
      const { coin, network, address, txid, name } = place
      const on = network === undefined ? { coin } : { network }
      if (place.case !== undefined) {
        const of = { number: Number(place.case), item: Number(place.item) }
        const stored = await ask<CaseGraph>('/cases/graph', of)
        if (isLate()) return
        act({ do: 'restore', graph: restoreGraph(stored) })
        select(stored.focus)
      } else if (address !== undefined) {
        const view = await ask<ExplorerAddressView>('/explorer/address', { ...on, address })
        if (isLate()) return
        const query = { network: view.network, address: view.address }
        queries.setQueryData([path, '/explorer/address', query], view)
        act({ do: 'focus', address: view })
        const id = `address:${view.network}:${view.address}`
        const node = nodeOf(graph, { ...view, id, kind: 'address' })
        const askedCoin = coin ?? view.coin
        setAsked({ atom: id, coin: askedCoin })
        select(node)
        if (place.path !== undefined) {
          const report = await ask<RiskReport>('/risk', { coin: askedCoin, address: view.address })
          const piece = report.explanation.pieces.find((one) => one.address === place.path)
          if (piece !== undefined && piece.path.length > 0) await showPath(view.network, view.address, piece)
        } else {
          const whose = { network: view.network, address: view.address }
          await Promise.all([load(node, whose, 'in'), load(node, whose, 'out')])
        }
      } else if (txid !== undefined) {
        const answer = await ask<ExplorerTransfers>('/explorer/transaction', { ...on, txid })
        if (isLate()) return
        const [first] = answer.transfers
        if (first !== undefined) act({ do: 'focus', address: first.from })
        act({ do: 'add', transfers: answer.transfers })
      } else if (name !== undefined) {
        const answer = await ask<ExplorerName>('/explorer/name', { name })
        const known = answer.addresses.find((one) => one.known !== null)?.known
        if (isLate() || !known) return
        act({ do: 'focusName', known: { ...known, name: known.name } })
        select(`name:${known.name}`)
        await Promise.all([
          load(`name:${known.name}`, { name: known.name }, 'in'),
          load(`name:${known.name}`, { name: known.name }, 'out'),
        ])
      }
    })
  }
  return {
    ...history,
    graph,
    ...{ selected, select, asked, open, expand, showPath, loadedOf, refusal },
    isRunning: running > 0,
  }
}

/** Returns how many counterparties were loaded for each node and direction with one of these filters. */
function loadedPages({ pages }: Graph, filterKeys: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const [id, { loaded }] of Object.entries(pages)) {
    const key = filterKeys.find((each) => id.endsWith(` ${each}`))
    if (key === undefined) continue
    const node = id.slice(0, -key.length - 1)
    found.set(node, Math.max(found.get(node) ?? 0, loaded, step))
  }
  return found
}

export type Explorer = ReturnType<typeof useExplorer>
