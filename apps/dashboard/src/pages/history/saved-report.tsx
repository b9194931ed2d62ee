import type { ReportFile } from '@touchstone/contract'
import { amountIn, amountSigns, millionths, percent } from '@touchstone/design'
import type { ReactNode } from 'react'
import { Explored } from '../../parts/account.tsx'
import { AddToCase } from '../../parts/add-to-case.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import type { ExplorerPlace } from '../../parts/explorer-link.ts'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { WhenLoaded } from '../../parts/states.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { usePartsOf } from '../risk/exposure.tsx'
import { TransactionTransfers } from '../risk/transaction.tsx'
import '../../styles/report.css'

/** Number of paths on paper. The file contains all of them. */
const mostPaths = 6
/** Number of labels on paper. */
const mostLabels = 12

/** Shows a saved report as a document that is printed as it is shown. */
export function SavedReport({ id }: { id: string }) {
  const texts = useTexts()
  const loaded = useLoad<ReportFile>('/reports/show', { id }, { ofOne: true })
  const file = loaded.data
  return (
    <Page
      title={texts.report.title}
      lead={<span className="no-print">{texts.report.lead}</span>}
      back={<BackLink href="/reports" text={texts.report.back} />}
      actions={
        file && (
          <>
            <AddToCase references={[{ kind: 'report', ref: file.report.id }]} />
            <Button icon="printer" onPress={() => print()}>
              {texts.report.print}
            </Button>
            <Button
              icon="download"
              onPress={() =>
                saveFile(
                  new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }),
                  `${file.report.id}.json`,
                )
              }
            >
              {texts.report.json}
            </Button>
          </>
        )
      }
    >
      <WhenLoaded of={loaded} rows={8}>
        {(file) => <Document file={file} />}
      </WhenLoaded>
    </Page>
  )
}

function Document({ file }: { file: ReportFile }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { report, inputs, signature } = file
  const { answer, question, decision, suggested } = report
  const { explanation, labels, transaction } = answer
  const { score, risk_level: level, coverage, model, data } = explanation
  const isKnown = level !== 'Low' || coverage.state !== 'none'
  return (
    <article className="card report">
      <div className="report-space report-top" aria-hidden="true" />
      <div className="report-body">
        <div className="report-parts">
          <Facts
            facts={[
              [
                texts.report.id,
                <span key="id" className="mono">
                  {report.id}
                </span>,
              ],
              [texts.report.merchant, `${report.merchant.name} (${report.merchant.mch_no})`],
              [texts.report.author, report.author.email === '' ? report.author.member : report.author.email],
              [texts.report.created, <Moment key="at" at={report.created_at} seconds />],
            ]}
          />
          <Part title={texts.report.question}>
            <Facts
              facts={[
                [texts.risk.coin, question.coin],
                ...(question.address === undefined
                  ? []
                  : [
                      [
                        texts.risk.address,
                        <Whole
                          key="address"
                          value={question.address}
                          place={{ coin: question.coin, address: question.address }}
                        />,
                      ] as const,
                    ]),
                ...(question.txid === undefined
                  ? []
                  : [
                      [
                        texts.transaction.hash,
                        <Whole
                          key="txid"
                          value={question.txid}
                          place={{ coin: question.coin, txid: question.txid }}
                        />,
                      ] as const,
                    ]),
              ]}
            />
          </Part>
          <Part title={texts.report.answer}>
            <Facts
              facts={[
                [
                  texts.risk.score,
                  <LevelBadge
                    key="level"
                    level={level}
                    coverage={coverage.state}
                    {...(isKnown && { score })}
                  />,
                ],
                [
                  texts.decision.suggested,
                  suggested === null ? texts.decision.noSuggestion : texts.decision.actions[suggested],
                ],
                [
                  texts.decision.current,
                  decision === null
                    ? texts.report.noDecision
                    : `${texts.decision.actions[decision.decision]}. ${decision.reason} (${decision.by}, ${decision.at.slice(0, 10)})`,
                ],
                ...(explanation.hacking_event === ''
                  ? []
                  : [[texts.risk.incident, explanation.hacking_event] as const]),
              ]}
            />
          </Part>
          <Part title={texts.risk.why}>
            <ul className="reasons">
              {explanation.reason_codes.map((reason) => (
                <li key={JSON.stringify(reason)}>{texts.risk.reason(reason)}</li>
              ))}
            </ul>
          </Part>
          <Part title={texts.coverage.title}>
            <p>
              {texts.coverage.states[coverage.state]}{' '}
              {explanation.coverage_codes.map(texts.risk.coverageReason).join(' ')}
            </p>
            {coverage.from !== null && coverage.to !== null && (
              <p>
                {texts.coverage.period}: <Moment at={coverage.from * 1000} /> –{' '}
                <Moment at={coverage.to * 1000} />
                {coverage.sources.length > 0 && ` (${coverage.sources.join(', ')})`}
              </p>
            )}
          </Part>
          {transaction !== null && (
            <Part title={texts.transaction.title}>
              <p>
                <Moment at={transaction.time * 1000} seconds /> · {texts.transaction.block}{' '}
                {numberOf(transaction.block)}
              </p>
              <TransactionTransfers transaction={transaction} />
            </Part>
          )}
          <Exposure file={file} />
          <Paths file={file} />
          {labels.length > 0 && (
            <Part title={texts.risk.labels}>
              <Rows
                heads={[
                  texts.risk.label,
                  texts.risk.category,
                  texts.risk.source,
                  texts.report.edition,
                  texts.risk.read,
                ]}
                rows={labels
                  .slice(0, mostLabels)
                  .map(({ name, category, source, version, readAt }) => [
                    ...[name, category.replaceAll('_', ' '), source, version],
                    readAt === null ? '–' : <Moment key="read" at={readAt} />,
                  ])}
              />
            </Part>
          )}
          <Part title={texts.report.versions}>
            <Facts
              facts={[
                [texts.report.version.model, `${model.version}, ${model.method}`],
                [texts.report.version.policy, `${model.policy_version}, ${model.policy_fingerprint}`],
                [texts.report.version.ledger, String(data.ledger_version)],
                [texts.report.version.labels, String(data.label_version)],
                [texts.report.version.prices, String(data.price_version)],
                [texts.report.version.block, data.newest_block === null ? '–' : numberOf(data.newest_block)],
                [
                  texts.report.basis,
                  texts.report.inputs(
                    numberOf(inputs.transfers.length),
                    numberOf(inputs.labels.length),
                    numberOf(inputs.prices.length),
                  ),
                ],
              ]}
            />
          </Part>
          <Part title={texts.report.signature}>
            <p className="break">{texts.report.signatureWhy(signature.kid)}</p>
          </Part>
        </div>
      </div>
      <div className="report-space report-bottom" aria-hidden="true" />
      <PageNumbers id={report.id} />
    </article>
  )
}

/** Pages that can be numbered. A report has one to three. */
const mostPages = 6

/**
 * Prints the number of each page and of all pages on the page itself, because browsers print nothing in a page margin
 * of zero. The style sheet shows those of the actual number of pages, each on its page.
 */
function PageNumbers({ id }: { id: string }) {
  const texts = useTexts()
  const totals = Array.from({ length: mostPages }, (_, index) => index + 1)
  return totals.flatMap((total) =>
    totals.slice(0, total).map((number) => (
      <p key={`${number} ${total}`} className={`report-page of-${total} page-${number}`} aria-hidden="true">
        {id} · {texts.pager.page(number, total)}
      </p>
    )),
  )
}

function Exposure({ file: { report } }: { file: ReportFile }) {
  const texts = useTexts()
  const { explanation } = report.answer
  const sides = {
    received: usePartsOf(explanation, 'received'),
    sent: usePartsOf(explanation, 'sent'),
  }
  const rows = (['received', 'sent'] as const).flatMap((side) => {
    const whole = millionths(explanation[side].value)
    return sides[side].map(({ name, value }) => [
      texts.exposure[side],
      name,
      amountIn(explanation.value_unit, value, amountSigns),
      percent(value, whole, amountSigns),
    ])
  })
  if (rows.length === 0) return null
  return (
    <Part title={texts.report.exposure}>
      <Rows
        heads={[texts.report.side, texts.exposure.part, texts.report.value, texts.risk.share]}
        rows={rows}
        numbers={2}
      />
    </Part>
  )
}

function Paths({ file: { report } }: { file: ReportFile }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { pieces, value_unit: unit } = report.answer.explanation
  const sorted = pieces.toSorted((a, b) => Number(millionths(b.value) - millionths(a.value)))
  if (sorted.length === 0) return null
  const shown = sorted.slice(0, mostPaths)
  return (
    <Part title={texts.report.paths}>
      <ol className="report-paths">
        {shown.map((piece) => (
          <li key={JSON.stringify(piece)}>
            <p>
              <strong>
                {texts.pieces[piece.direction]}{' '}
                {piece.address === '' ? texts.pieces.gathered(piece.addresses) : piece.label}
              </strong>{' '}
              ({texts.exposure.classes[piece.class]}): {amountIn(unit, millionths(piece.value), amountSigns)},{' '}
              {texts.pieces.shareAndHops(
                percent(
                  millionths(piece.value),
                  millionths(report.answer.explanation[piece.direction].value),
                  amountSigns,
                ),
                piece.hops,
              )}
              {piece.label_source !== '' && ` · ${piece.label_source}, ${piece.label_version}`}
            </p>
            {piece.path.length > 0 && (
              <Rows
                heads={[texts.risk.address, texts.risk.coin, texts.transaction.date, texts.transaction.hash]}
                rows={piece.path.map((step) => [
                  <Whole
                    key="address"
                    value={step.address}
                    place={{ coin: step.coin, address: step.address }}
                  />,
                  step.coin,
                  <Moment key="at" at={step.time * 1000} />,
                  step.tx === '' ? (
                    texts.transaction.noHash
                  ) : (
                    <Whole key="tx" value={step.tx} place={{ coin: step.coin, txid: step.tx }} />
                  ),
                ])}
              />
            )}
          </li>
        ))}
      </ol>
      {sorted.length > shown.length && (
        <p className="muted small">{texts.report.morePaths(numberOf(sorted.length - shown.length))}</p>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="report-part">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="report-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows a small table. The last columns can contain numbers. */
function Rows({
  heads,
  rows,
  numbers = 0,
}: {
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  numbers?: number
}) {
  const lookOf = (column: number) => (column >= heads.length - numbers ? 'number' : undefined)
  return (
    <div className="report-table">
      <table>
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th key={head} scope="col" className={lookOf(column)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a signed report never change
            <tr key={place}>
              {row.map((cell, column) => (
                <td key={heads[column]} className={lookOf(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shows an address or a hash in full, because a document cannot be copied by a click. */
const Whole = ({ value, place }: { value: string; place: ExplorerPlace }) => (
  <Explored place={place} className="mono break">
    {value}
  </Explored>
)
