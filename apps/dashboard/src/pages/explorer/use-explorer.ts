import { useQueryClient } from '@tanstack/react-query'
import type {
  ExplorerAddressView,
  ExplorerCounterparties,
  ExplorerName,
  ExplorerTransfers,
  RiskReport,
} from '@touchstone/contract'
import { useRef, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { ExplorerPlace } from '../../parts/explorer-link.ts'
import { useSession } from '../../session/session.ts'
import {
  type Atom,
  changeGraph,
  type Direction,
  emptyGraph,
  type Filters,
  nodeOf,
  pageId,
  periodOf,
} from './graph.ts'
import { useHistory } from './use-history.ts'

/** Counterparties that are added at once. */
const step = 10

export type Piece = RiskReport['explanation']['pieces'][number]

/** The graph and the calls that extend it. */
export function useExplorer(filters: Filters) {
  const { api, path } = useSession()
  const queries = useQueryClient()
  const history = useHistory(changeGraph, emptyGraph)
  const { act, now: graph } = history
  const [running, setRunning] = useState(0)
  const [refusal, setRefusal] = useState<ApiError>()
  const [selected, select] = useState('')
  /** The atom of the address that was opened last. */
  const [openedAtom, setOpenedAtom] = useState('')
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
  const filterKey = `${filters.coin} ${filters.from} ${filters.to} ${filters.least}`
  const loadedOf = (node: string, direction: Direction) =>
    graph.pages[`${pageId(node, direction)} ${filterKey}`]

  const load = async (node: string, of: Pick<Atom, 'network' | 'address'> | string, direction: Direction) => {
    const offset = loadedOf(node, direction)?.loaded ?? 0
    const whose = typeof of === 'string' ? { name: of } : { network: of.network, address: of.address }
    const answer = await ask<ExplorerCounterparties>('/explorer/expand', {
      ...{ ...whose, direction, offset, limit: step, ...periodOf(filters) },
      ...(filters.coin !== '' && { coin: filters.coin }),
      ...(filters.least > 0 && { least: filters.least }),
    })
    const page = `${pageId(node, direction)} ${filterKey}`
    act({ do: 'expand', node, direction, offset, page, answer })
  }
  const expand = async (node: string, direction: Direction) =>
    await attempt(async () => {
      const atoms = Object.values(graph.atoms).filter((atom) => nodeOf(graph, atom) === node)
      const [first] = atoms
      if (first === undefined || first.kind === 'issued' || first.kind === 'burnt') return
      const isName = node.startsWith('name:') && first.known !== null
      await load(node, isName && first.known !== null ? first.known.name : first, direction)
    })
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
      if (address !== undefined) {
        const view = await ask<ExplorerAddressView>('/explorer/address', { ...on, address })
        if (isLate()) return
        const query = { network: view.network, address: view.address }
        queries.setQueryData([path, '/explorer/address', query], view)
        act({ do: 'focus', address: view })
        const id = `address:${view.network}:${view.address}`
        const node = nodeOf(graph, { ...view, id, kind: 'address' })
        setOpenedAtom(id)
        select(node)
        if (place.path !== undefined) {
          const report = await ask<RiskReport>('/risk', { coin: coin ?? view.coin, address: view.address })
          const piece = report.explanation.pieces.find((one) => one.address === place.path)
          if (piece !== undefined && piece.path.length > 0) await showPath(view.network, view.address, piece)
        } else await Promise.all([load(node, view, 'in'), load(node, view, 'out')])
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
          load(`name:${known.name}`, known.name, 'in'),
          load(`name:${known.name}`, known.name, 'out'),
        ])
      }
    })
  }
  return {
    ...history,
    graph,
    ...{ selected, select, openedAtom, open, expand, showPath, loadedOf, refusal },
    isRunning: running > 0,
  }
}

export type Explorer = ReturnType<typeof useExplorer>
