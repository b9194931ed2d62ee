import type { CaseReference } from '@touchstone/contract'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { AddToCase } from '../../parts/add-to-case.tsx'
import { Button } from '../../parts/button.tsx'
import { type ExplorerPlace, explorerLink } from '../../parts/explorer-link.ts'
import { Checkbox, Field, Select } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { describeGraph } from './case-graph.ts'
import { type Filters, type Graph, noFilters, type ShownGraph, showGraph } from './graph.ts'
import { GraphTables } from './graph-tables.tsx'
import { GraphView } from './graph-view.tsx'
import { type Layout, layoutGraph, nodeHeight, nodeWidth } from './layout-graph.ts'
import { LinkPanel } from './link-panel.tsx'
import { NodePanel } from './node-panel.tsx'
import { SearchBox } from './search-box.tsx'
import { type Explorer, useExplorer } from './use-explorer.ts'
import { placeOf, useFragment } from './use-place.ts'
import { type GraphWords, useWords } from './use-words.ts'

/** Follows funds from address to address, as a graph and as tables with the same content. */
export default function ExplorerPage() {
  const texts = useTexts()
  const [, navigate] = useLocation()
  const fragment = useFragment()
  const place = useMemo(() => placeOf(fragment), [fragment])
  const [filters, setFilters] = useState(noFilters)
  const [byTime, setByTime] = useState(false)
  const explorer = useExplorer(filters)
  const { graph, act, selected, select } = explorer
  const words = useWords(graph.split)
  const shown = useMemo(() => showGraph(graph, filters), [graph, filters])
  const layout = useMemo(
    () => layoutGraph(shown, { byTime, pinned: graph.pinned }),
    [shown, byTime, graph.pinned],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens each place once
  useEffect(() => {
    if (place.find === undefined) void explorer.open(place)
  }, [place])
  const go = (to: ExplorerPlace, replace = false) => navigate(explorerLink(to), { replace })
  const node = shown.nodes.find(({ id }) => id === selected)
  const link = shown.links.find(({ id }) => id === selected)
  const isEmpty = Object.keys(graph.atoms).length === 0
  const references = () => referencesOf({ graph, shown, layout, words, place })
  return (
    <Page title={texts.explorer.title} lead={texts.explorer.lead}>
      <SearchBox
        find={place.find ?? ''}
        onFind={(find) => go({ find })}
        onOpen={(found) => go(found, true)}
      />
      {!isEmpty && <Refusal error={explorer.refusal} />}
      {isEmpty ? (
        <section className="card section">
          {explorer.refusal !== undefined ? (
            <Failed error={explorer.refusal} again={() => void explorer.open(place)} />
          ) : explorer.isRunning ? (
            <Loading rows={8} />
          ) : (
            <Empty title={texts.explorer.empty} text={texts.explorer.emptyWhy} />
          )}
        </section>
      ) : (
        <div className="explorer">
          <div className="explorer-main">
            <Toolbar
              references={references}
              explorer={explorer}
              filters={filters}
              setFilters={setFilters}
              byTime={byTime}
              setByTime={setByTime}
            />
            <GraphView
              {...{ shown, layout, words, selected }}
              onSelect={select}
              onExpand={(id, direction) => void explorer.expand(id, direction)}
              onHide={(id) => {
                act({ do: 'hide', node: id })
                select('')
              }}
              onPin={(id, at) =>
                act(at === undefined ? { do: 'unpin', node: id } : { do: 'pin', node: id, at })
              }
              onUndo={explorer.undo}
              onRedo={explorer.redo}
            />
            <Legend />
          </div>
          <div className="explorer-side" aria-live="polite">
            {node !== undefined && <NodePanel key={node.id} {...{ node, explorer, words }} />}
            {link !== undefined && <LinkPanel key={link.id} {...{ link, shown, words }} />}
            {node === undefined && link === undefined && (
              <section className="card section">
                <p className="muted">{texts.explorer.selectWhy}</p>
              </section>
            )}
          </div>
          <div className="explorer-tables">
            <GraphTables {...{ shown, explorer, words }} />
          </div>
        </div>
      )}
    </Page>
  )
}

/** Returns what a case gets: the transfer from which the member came, the address in the middle, and the graph. */
function referencesOf({
  graph,
  shown,
  layout: { places },
  words,
  place: { transfer },
}: {
  graph: Graph
  shown: ShownGraph
  layout: Layout
  words: GraphWords
  place: ExplorerPlace
}): CaseReference[] {
  const focus = shown.nodes.find(({ id }) => id === graph.focus) ?? shown.nodes[0]
  const title = focus === undefined ? '' : words.nodeTitle(focus)
  const size = [nodeWidth, nodeHeight] as const
  const drawn = JSON.stringify(describeGraph(graph, shown, { places, size, words, title }))
  const [atom] = focus?.atoms.filter(({ kind }) => kind === 'address') ?? []
  return [
    ...(atom === undefined ? [] : [{ kind: 'address' as const, ref: `${atom.network}:${atom.address}` }]),
    { kind: 'graph', ref: drawn },
    ...(transfer === undefined ? [] : [{ kind: 'transfer' as const, ref: transfer }]),
  ]
}

function Toolbar({
  references,
  explorer,
  filters,
  setFilters,
  byTime,
  setByTime,
}: {
  references: () => readonly CaseReference[]
  explorer: Explorer
  filters: Filters
  setFilters(filters: Filters): void
  byTime: boolean
  setByTime(byTime: boolean): void
}) {
  const texts = useTexts()
  const { graph, act, undo, redo, canUndo, canRedo } = explorer
  const coins = useMemo(() => {
    const found = Object.values(graph.edges).flatMap(({ flows }) => flows.map(({ coin }) => coin))
    return [...new Set(found)].sort()
  }, [graph.edges])
  return (
    <div className="card section no-print">
      <div className="form-actions">
        {canUndo && <Button onPress={undo}>{texts.explorer.undo}</Button>}
        {canRedo && <Button onPress={redo}>{texts.explorer.redo}</Button>}
        {graph.hidden.length > 0 && (
          <Button onPress={() => act({ do: 'showAll' })}>
            {texts.explorer.showHidden(graph.hidden.length)}
          </Button>
        )}
        <Button onPress={() => act({ do: 'clear' })}>{texts.explorer.clear}</Button>
        <AddToCase references={references} text={texts.explorer.graphToCase} />
        <Checkbox label={texts.explorer.timeAxis} checked={byTime} onValue={setByTime} />
      </div>
      <details className="behind">
        <summary>{texts.explorer.filters}</summary>
        <div className="fields fields-small">
          <Select
            label={texts.risk.coin}
            value={filters.coin}
            choices={[
              { value: '', name: texts.explorer.allCoins },
              ...coins.map((value) => ({ value, name: value })),
            ]}
            onValue={(coin) => setFilters({ ...filters, coin })}
          />
          <Field
            label={texts.explorer.fromDay}
            type="date"
            value={filters.from}
            onValue={(from) => setFilters({ ...filters, from })}
          />
          <Field
            label={texts.explorer.toDay}
            type="date"
            value={filters.to}
            onValue={(to) => setFilters({ ...filters, to })}
          />
          <Field
            label={texts.explorer.least}
            type="number"
            min={0}
            value={filters.least === 0 ? '' : String(filters.least)}
            onValue={(text) => {
              const least = Math.floor(Number(text))
              setFilters({ ...filters, least: Number.isSafeInteger(least) && least > 0 ? least : 0 })
            }}
          />
        </div>
        <p className="muted small">{texts.explorer.filtersWhy}</p>
      </details>
    </div>
  )
}

function Legend() {
  const texts = useTexts()
  const looks = ['severe', 'high', 'moderate', 'accent', 'quiet'] as const
  return (
    <ul className="bars-legend small no-print graph-legend">
      {looks.map((look) => (
        <li key={look}>
          <span className={`swatch look-${look}`} aria-hidden="true" />
          {texts.explorer.legend[look]}
        </li>
      ))}
      <li className="muted">{texts.explorer.legendShape}</li>
    </ul>
  )
}
