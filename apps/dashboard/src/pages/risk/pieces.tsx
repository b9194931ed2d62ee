import type { RiskExplanation } from '@touchstone/contract'
import { amountIn, amountSigns, millionths, percent } from '@touchstone/design'
import { Account, Explored } from '../../parts/account.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/texts.ts'
import { StepProof } from './step-proof.tsx'

const tones = { severe: 'severe', suspected: 'severe', high: 'high', medium: 'moderate' } as const

const nothingFound = { complete: 'none', partial: 'noneSoFar', none: 'noData' } as const

/** Shows the paths to risky addresses, largest first. */
export function Pieces({
  query: { coin, address },
  explanation,
}: {
  query: { readonly coin: string; readonly address: string }
  explanation: RiskExplanation
}) {
  const texts = useTexts()
  const pieces = [...explanation.pieces].sort((a, b) => Number(millionths(b.value) - millionths(a.value)))
  return (
    <Section title={texts.pieces.title} text={texts.pieces.why}>
      {pieces.length === 0 ? (
        <p className="muted small">
          {explanation.exposure_counts
            ? texts.pieces[nothingFound[explanation.coverage.state]]
            : texts.pieces.pooled}
        </p>
      ) : (
        <ul className="pieces">
          {pieces.map((piece) => {
            const value = millionths(piece.value)
            return (
              <li
                key={`${piece.direction} ${piece.address} ${piece.class} ${piece.hops} ${piece.label} ${piece.value} ${piece.inferred}`}
              >
                <div className="piece-head">
                  <h3>
                    {texts.pieces[piece.direction]}{' '}
                    {piece.address === '' ? (
                      texts.pieces.gathered(piece.addresses)
                    ) : (
                      <Explored place={{ name: piece.label }}>{piece.label}</Explored>
                    )}
                  </h3>
                  <span className="page-actions">
                    {piece.inferred && <Badge>{texts.pieces.inferred}</Badge>}
                    <Badge tone={tones[piece.class]} icon="alert">
                      {texts.exposure.classes[piece.class]}
                    </Badge>
                  </span>
                </div>
                <p className="small">
                  <strong>{amountIn(explanation.value_unit, value, amountSigns)}</strong>,{' '}
                  {texts.pieces.shareAndHops(
                    percent(value, millionths(explanation[piece.direction].value), amountSigns),
                    piece.hops,
                  )}
                  {piece.label_source !== '' && (
                    <span className="muted">
                      {' · '}
                      {piece.label_source}, {piece.label_version}
                    </span>
                  )}
                </p>
                {piece.path.length > 0 && address !== '' && (
                  <p className="small no-print">
                    <Explored place={{ coin, address, path: piece.address }}>
                      {texts.explorer.showPath}
                    </Explored>
                  </p>
                )}
                {piece.path.length > 0 && (
                  <ol className="path" data-direction={piece.direction}>
                    {piece.path.map((step) => (
                      <li key={`${step.address} ${step.tx} ${step.time}`}>
                        <Account
                          value={step.address}
                          what={texts.risk.address}
                          place={{ coin: step.coin, address: step.address }}
                        />
                        <span className="muted small">{step.coin}</span>
                        <StepProof step={step} />
                      </li>
                    ))}
                  </ol>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

/**
 * Shows how the points are calculated and which data versions they are based on. The same data always gives
 * the same result.
 */
export function Formula({ explanation }: { explanation: RiskExplanation }) {
  const texts = useTexts()
  const { model, data, received, sent } = explanation
  const rows = [
    ...received.classes.map((one) => ({ direction: 'received' as const, ...one })),
    ...sent.classes.map((one) => ({ direction: 'sent' as const, ...one })),
  ]
  return (
    <Section title={texts.formula.title} text={texts.formula.why}>
      {rows.length === 0 ? (
        <p className="muted small">{texts.formula.none}</p>
      ) : (
        <Table
          caption={texts.formula.title}
          rows={rows}
          keyOf={(row) => `${row.direction} ${row.class}`}
          columns={[
            { name: texts.formula.side, cell: (row) => texts.exposure[row.direction] },
            { name: texts.formula.class, cell: (row) => texts.exposure.classes[row.class] },
            { name: texts.formula.hops, number: true, cell: (row) => row.hops },
            { name: texts.formula.within, number: true, cell: (row) => row.within },
            { name: texts.formula.of, number: true, cell: (row) => row.of },
            { name: texts.formula.root, number: true, cell: (row) => row.root },
            { name: texts.formula.weight, number: true, cell: (row) => row.weight },
            { name: texts.formula.decay, number: true, cell: (row) => row.decay },
            { name: texts.formula.points, number: true, cell: (row) => row.points },
          ]}
        />
      )}
      <dl className="facts">
        {(
          [
            [texts.formula.model, `${model.version}, ${model.method}`],
            [texts.formula.policy, `${model.policy_version}, ${model.policy_fingerprint}`],
            [texts.formula.block, data.newest_block === null ? '–' : String(data.newest_block)],
            [
              texts.formula.versions,
              `${data.ledger_version} / ${data.label_version} / ${data.price_version}`,
            ],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
