import type { TransferCase } from '@touchstone/contract'
import { millionths, percent } from '@touchstone/design'
import { Badge, LevelBadge } from '../../parts/badge.tsx'
import { Facts } from '../../parts/facts.tsx'
import { useNumber } from '../../parts/moment.tsx'
import { Table } from '../../parts/table.tsx'
import { DecisionBadge, useUsd } from '../../parts/transfer-cells.tsx'
import { useTexts } from '../../texts/texts.ts'

export type Decision = TransferCase['decisions'][number]

/** Shows what a decision was based on, as it was stored with the decision. */
export function Basis({ of, dependencies }: { of: Decision; dependencies?: number }) {
  const texts = useTexts().customerTransfers
  const numberOf = useNumber()
  const { model, coverage } = of
  return (
    <>
      {of.dust && <p className="small">{texts.dust}</p>}
      {of.rules.length === 0 ? <p>{texts.noRule}</p> : <RuleList rules={of.rules} />}
      {of.shadow_rules.length > 0 && (
        <>
          <RuleList rules={of.shadow_rules} shadow />
          <p className="small">{texts.shadowDecision(texts.decisions[of.shadow_decision])}</p>
        </>
      )}
      <Facts
        rows={[
          [
            texts.score,
            <LevelBadge key="score" score={of.score} level={of.risk_level} coverage={coverage.state} />,
          ],
          [texts.coverage, texts.coverages[coverage.state]],
          [texts.verification, texts.verifications[of.verification]],
          ...(of.customer_country === '' ? [] : ([[texts.country, of.customer_country]] as const)),
        ]}
      />
      <ExposureTable of={of} />
      <details className="behind">
        <summary>{texts.versions}</summary>
        <Facts
          rows={[
            [texts.versionsOf.score, model.score_version],
            [
              texts.versionsOf.policy,
              <span key="policy">
                {model.policy_version} <span className="mono">{model.policy_fingerprint}</span>
              </span>,
            ],
            [texts.versionsOf.ledger, String(model.ledger_version)],
            [texts.versionsOf.labels, String(model.label_version)],
            [texts.versionsOf.prices, String(model.price_version)],
            ...(dependencies === undefined || dependencies === 0
              ? []
              : ([[texts.versionsOf.dependencies, texts.dependencies(numberOf(dependencies))]] as const)),
          ]}
        />
      </details>
    </>
  )
}

function RuleList({ rules, shadow = false }: { rules: Decision['rules']; shadow?: boolean }) {
  const texts = useTexts().customerTransfers
  return (
    <ul className="rule-list">
      {rules.map(({ name, action, decided, text, values }) => (
        <li key={name}>
          <p>
            <DecisionBadge decision={action} action /> <strong>{name}</strong>{' '}
            <Badge tone={decided ? 'accent' : 'plain'}>
              {shadow ? texts.shadow : decided ? texts.decided : texts.applied}
            </Badge>
          </p>
          <p className="small">{texts.sentence(text)}</p>
          <ul className="muted small">
            {values.map((value) => (
              <li key={`${value.fact} ${value.text}`}>{texts.sentence(value.text)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function ExposureTable({ of }: { of: Decision }) {
  const texts = useTexts().customerTransfers
  const usdOf = useUsd()
  if (of.exposure.length === 0) return <p className="muted small">{texts.noExposure[of.coverage.state]}</p>
  const one = 1_000_000n
  return (
    <>
      <h3>{texts.exposure}</h3>
      <Table
        caption={texts.exposure}
        rows={of.exposure}
        keyOf={({ category, directness, side }) => `${category} ${directness} ${side}`}
        columns={[
          { name: texts.category, cell: ({ category }) => <code>{category}</code> },
          { name: texts.directness, cell: ({ directness }) => texts.directnesses[directness] },
          { name: texts.sideName, cell: ({ side }) => texts.sides[side] },
          {
            name: texts.value,
            number: true,
            cell: ({ usd, directness }) => (directness === 'own' ? '–' : usdOf(usd)),
          },
          {
            name: texts.share,
            number: true,
            cell: ({ share, directness }) => (directness === 'own' ? '–' : percent(millionths(share), one)),
          },
        ]}
      />
    </>
  )
}
