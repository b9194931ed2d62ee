import type { ExplorerAddressView, ExplorerName, RiskExplanation, RiskReport } from '@touchstone/contract'
import { amountIn, amountSigns, exactAmount, millionths, shownLevel } from '@touchstone/design'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Account, Explored, shortened } from '../../parts/account.tsx'
import { AddToCase } from '../../parts/add-to-case.tsx'
import { Badge, LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { explorerLink } from '../../parts/explorer-link.ts'
import { Select } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Atom, Direction, ShownNode } from './graph.ts'
import type { Explorer } from './use-explorer.ts'
import type { GraphWords } from './use-words.ts'

/** Shows the selected node, and what can be done with it. */
export function NodePanel({
  node,
  explorer,
  words,
}: {
  node: ShownNode
  explorer: Explorer
  words: GraphWords
}) {
  const texts = useTexts()
  const { graph, act, select } = explorer
  const addresses = node.atoms.filter(({ kind }) => kind === 'address')
  const [chosenId, setChosenId] = useState(explorer.asked.atom)
  const chosen = addresses.length === 1 ? addresses[0] : addresses.find(({ id }) => id === chosenId)
  const name = node.known?.name
  const isName = node.kind === 'name' && name !== undefined
  const isPinned = Object.hasOwn(graph.pinned, node.id)
  const since = (['in', 'out'] as const)
    .flatMap((direction) => explorer.loadedOf(node.id, direction)?.since ?? [])
    .at(0)
  const hide = () => {
    act({ do: 'hide', node: node.id })
    select('')
  }
  return (
    <section className="card section" aria-label={texts.explorer.selected}>
      <h2>{words.nodeTitle(node)}</h2>
      {node.known !== null && (
        <p>
          <Category category={node.known.category} risk={node.known.class} />
        </p>
      )}
      {(node.kind === 'address' || isName) && (
        <div className="form-actions">
          <Expand node={node.id} direction="in" explorer={explorer} />
          <Expand node={node.id} direction="out" explorer={explorer} />
        </div>
      )}
      {since !== undefined && <p className="muted small">{texts.explorer.partlyRead(words.date(since))}</p>}
      <div className="form-actions">
        {isPinned && (
          <Button look="quiet" onPress={() => act({ do: 'unpin', node: node.id })}>
            {texts.explorer.unpin}
          </Button>
        )}
        {node.id !== graph.focus && (
          <Button look="quiet" onPress={() => act({ do: 'refocus', node: node.id })}>
            {texts.explorer.refocus}
          </Button>
        )}
        <Button look="quiet" onPress={hide}>
          {texts.explorer.hide}
        </Button>
        {isName && !graph.split.includes(name) && node.atoms.some(({ kind }) => kind === 'address') && (
          <Button look="quiet" onPress={() => act({ do: 'split', name })}>
            {texts.explorer.split}
          </Button>
        )}
        {name !== undefined && graph.split.includes(name) && (
          <Button look="quiet" onPress={() => act({ do: 'join', name })}>
            {texts.explorer.join(name)}
          </Button>
        )}
      </div>
      {addresses.length > 1 && (
        <Select
          label={texts.risk.address}
          value={chosen?.id ?? ''}
          choices={[
            { value: '', name: texts.explorer.addresses(addresses.length) },
            ...addresses.map(({ id, network, address }) => ({
              value: id,
              name: `${shortened(address)} (${network})`,
            })),
          ]}
          onValue={setChosenId}
        />
      )}
      {chosen !== undefined && <Address key={chosen.id} atom={chosen} explorer={explorer} />}
      {isName && <NamedAddresses name={name} />}
    </section>
  )
}

const tones = {
  severe: 'severe',
  suspected: 'severe',
  high: 'high',
  medium: 'moderate',
  none: 'plain',
} as const

export function Category({ category, risk }: { category: string; risk: keyof typeof tones }) {
  const texts = useTexts()
  return (
    <Badge tone={tones[risk]} {...(risk !== 'none' && { icon: 'alert' as const })}>
      {texts.explorer.categories[category] ?? category}
    </Badge>
  )
}

/** Adds the next largest counterparties in a direction. */
export function Expand({
  node,
  direction,
  explorer,
}: {
  node: string
  direction: Direction
  explorer: Explorer
}) {
  const texts = useTexts()
  const page = explorer.loadedOf(node, direction)
  const words = texts.explorer[direction]
  if (page !== undefined && page.loaded >= page.total)
    return <span className="muted small">{words.all(page.total)}</span>
  return (
    <Button running={explorer.isRunning} onPress={() => void explorer.expand(node, direction)}>
      {page === undefined ? words.first : words.more(page.total - page.loaded)}
    </Button>
  )
}

/** Shows an address in all coins of its network. */
function Address({ atom: { id, network, address }, explorer }: { atom: Atom; explorer: Explorer }) {
  const texts = useTexts()
  const view = useLoad<ExplorerAddressView>('/explorer/address', { network, address }, { ofOne: true })
  const fetching = useChange<{ network: string; address: string }, ExplorerAddressView>('/explorer/fetch')
  return (
    <>
      <dl className="facts">
        <div>
          <dt className="label">{texts.explorer.network}</dt>
          <dd>{network}</dd>
        </div>
        <div>
          <dt className="label">{texts.risk.address}</dt>
          <dd>
            <Account value={address} what={texts.risk.address} />
          </dd>
        </div>
      </dl>
      <WhenLoaded of={view} rows={6}>
        {(found) => (
          <>
            <div>
              <h3>{texts.coverage.title}</h3>
              <p className={found.state === 'complete' ? 'small' : 'muted small'}>
                {texts.coverage.states[found.state]}
              </p>
              {found.canFetch && (
                <Button
                  running={fetching.running}
                  onPress={() =>
                    void fetching
                      .run({ network, address })
                      .then((address) => address && explorer.act({ do: 'update', address }))
                  }
                >
                  {texts.explorer.fetch}
                </Button>
              )}
              <Refusal error={fetching.refusal} />
            </div>
            <AddToCase references={[{ kind: 'address', ref: `${network}:${address}` }]} />
            {explorer.asked.atom === id ? (
              <AskedScore coin={explorer.asked.coin} view={found} explorer={explorer} />
            ) : (
              <ReachedScore coin={found.coin} view={found} explorer={explorer} />
            )}
            <Coins view={found} />
            {found.labels.length > 0 && (
              <div>
                <h3>{texts.risk.labels}</h3>
                <ul className="found">
                  {found.labels.map(({ name, category, source, version }) => (
                    <li key={`${name} ${category} ${source}`}>
                      <Explored place={{ name }}>{name}</Explored>
                      <span className="muted small">
                        {texts.explorer.categories[category] ?? category} · {source}, {version}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <Elsewhere view={found} />
          </>
        )}
      </WhenLoaded>
    </>
  )
}

const shownPieces = 8

type ScoreProps = { coin: string; view: ExplorerAddressView; explorer: Explorer }

/** Shows the score of the address that the member asked about. The question is recorded. */
function AskedScore(props: ScoreProps) {
  const texts = useTexts()
  const { coin, view } = props
  const report = useLoad<RiskReport>('/risk', { coin, address: view.address }, { ofOne: true })
  return (
    <div>
      <h3>{texts.risk.score}</h3>
      <WhenLoaded of={report} rows={2}>
        {({ explanation }) => <Score {...props} explanation={explanation} />}
      </WhenLoaded>
    </div>
  )
}

/** Shows the score of an address that the member reached through the graph, which is not a question. */
function ReachedScore(props: ScoreProps) {
  const texts = useTexts()
  const { coin, view } = props
  const score = useLoad<RiskExplanation>('/explorer/score', { coin, address: view.address }, { ofOne: true })
  return (
    <div>
      <h3>{texts.risk.score}</h3>
      <WhenLoaded of={score} rows={2}>
        {(explanation) => <Score {...props} explanation={explanation} />}
      </WhenLoaded>
    </div>
  )
}

/** Shows a score and its paths to risky addresses, each of which can be drawn. */
function Score({
  coin,
  view: { network, address },
  explorer,
  explanation,
}: ScoreProps & { explanation: RiskExplanation }) {
  const texts = useTexts()
  const [all, setAll] = useState(false)
  const { risk_level: level, score, coverage, value_unit: unit } = explanation
  const paths = explanation.pieces.filter(({ path }) => path.length > 0)
  const isUnknown = shownLevel(level, coverage.state) === 'NoData'
  return (
    <>
      <p className="form-actions">
        <LevelBadge level={level} score={score} coverage={coverage.state} />
        <Link href={`~/dashboard/risk#${new URLSearchParams({ coin, address })}`}>
          {texts.explorer.report}
        </Link>
      </p>
      {!isUnknown && paths.length > 0 && (
        <ul className="found">
          {paths.slice(0, all ? undefined : shownPieces).map((piece) => (
            <li key={`${piece.direction} ${piece.address} ${piece.hops} ${piece.label} ${piece.value}`}>
              <span>
                {texts.pieces[piece.direction]}{' '}
                <Explored place={{ name: piece.label }}>{piece.label}</Explored>
              </span>
              <span className="muted small">
                {amountIn(unit, millionths(piece.value), amountSigns)} · {texts.explorer.hops(piece.hops)}
              </span>
              <Button
                look="quiet"
                running={explorer.isRunning}
                onPress={() => void explorer.showPath(network, address, piece)}
              >
                {texts.explorer.showPath}
                <span className="visually-hidden">: {piece.label}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {paths.length > shownPieces && !all && (
        <Button look="quiet" onPress={() => setAll(true)}>
          {texts.transfers.all(paths.length)}
        </Button>
      )}
    </>
  )
}

function Coins({ view: { coins } }: { view: ExplorerAddressView }) {
  const texts = useTexts()
  const numberOf = useNumber()
  return (
    <div>
      <h3>{texts.explorer.activity}</h3>
      {coins.length === 0 ? (
        <p className="muted small">{texts.exposure.nothing}</p>
      ) : (
        <Wide what={texts.explorer.activity}>
          <Table
            caption={texts.explorer.activity}
            rows={coins}
            keyOf={({ coin }) => coin}
            columns={[
              { name: texts.risk.coin, cell: ({ coin }) => coin },
              { name: texts.risk.received, number: true, cell: ({ received }) => amountOf(received) },
              { name: texts.risk.sent, number: true, cell: ({ sent }) => amountOf(sent) },
              {
                name: texts.risk.count,
                number: true,
                cell: ({ receivedTransfers, sentTransfers }) => numberOf(receivedTransfers + sentTransfers),
              },
              {
                name: texts.explorer.period,
                cell: ({ first, last }) => <Period first={first} last={last} />,
              },
            ]}
          />
        </Wide>
      )}
    </div>
  )
}

/** Scrolls a table that is wider than the panel. */
export function Wide({ what, children }: { what: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would need a heading
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so it must be reachable by keyboard
    <div className="narrow" role="region" aria-label={what} tabIndex={0}>
      {children}
    </div>
  )
}

/** Formats an exact amount with at most six decimals. */
export function amountOf(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  return sign + exactAmount(`${whole.replace('-', '')}.${fraction.slice(0, 6)}`)
}

export function Period({
  first,
  last,
}: {
  first: number | null | undefined
  last: number | null | undefined
}) {
  if (first == null || last == null) return '–'
  if (first === last) return <Moment at={first * 1000} />
  return (
    <>
      <Moment at={first * 1000} /> – <Moment at={last * 1000} />
    </>
  )
}

function Elsewhere({ view: { elsewhere } }: { view: ExplorerAddressView }) {
  const texts = useTexts()
  const numberOf = useNumber()
  if (elsewhere.length === 0) return null
  return (
    <div>
      <h3>{texts.explorer.elsewhere}</h3>
      <p className="muted small">{texts.explorer.elsewhereWhy}</p>
      <ul className="found">
        {elsewhere.map(({ network, address, known, transfers }) => (
          <li key={network}>
            <Link href={explorerLink({ network, address })}>{network}</Link>
            {known && <span>{known.name}</span>}
            <span className="muted small">{texts.explorer.transfers(numberOf(transfers))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Lists the addresses with a name. */
function NamedAddresses({ name }: { name: string }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const [after, setAfter] = useState<string>()
  const found = useLoad<ExplorerName>('/explorer/name', { name, ...(after && { after }) })
  return (
    <div>
      <h3>{texts.explorer.addressesTitle}</h3>
      <WhenLoaded of={found}>
        {({ addresses, next }) => (
          <>
            <ul className="found">
              {addresses.map(({ network, address, transfers }) => (
                <li key={`${network} ${address}`}>
                  <Badge>{network}</Badge>
                  <Explored place={{ network, address }} className="mono" title={address}>
                    {`${address.slice(0, 10)}…${address.slice(-6)}`}
                  </Explored>
                  <span className="muted small">{texts.explorer.transfers(numberOf(transfers))}</span>
                </li>
              ))}
            </ul>
            {next !== null && (
              <Button look="quiet" onPress={() => setAfter(next)}>
                {texts.pager.next}
              </Button>
            )}
          </>
        )}
      </WhenLoaded>
    </div>
  )
}
