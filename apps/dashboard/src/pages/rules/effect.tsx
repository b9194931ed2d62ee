import type { RuleEffect } from '@touchstone/contract'
import { Link } from 'wouter'
import { Badge } from '../../parts/badge.tsx'
import { useNumber } from '../../parts/moment.tsx'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { DecisionBadge } from '../../parts/transfer-cells.tsx'
import { useTexts } from '../../texts/texts.ts'

const decisions = ['allow', 'hold', 'block'] as const

/** Shows what rules would have decided on the newest transfers. */
export function Effect({ effect }: { effect: RuleEffect }) {
  const texts = useTexts()
  const numberOf = useNumber()
  if (effect.transfers === 0)
    return <Empty title={texts.rules.noTransfers} text={texts.rules.noTransfersWhy} />
  const sums = [
    { name: texts.rules.now, of: effect.before },
    { name: texts.rules.tested, of: effect.after },
  ]
  return (
    <>
      <p className="muted small">{texts.rules.effectWhy(numberOf(effect.transfers))}</p>
      <Table
        caption={texts.rules.effect}
        rows={sums}
        keyOf={({ name }) => name}
        columns={[
          { name: texts.rules.rule, cell: ({ name }) => name },
          ...decisions.map((decision) => ({
            name: texts.customerTransfers.decisions[decision],
            number: true,
            cell: ({ of }: (typeof sums)[number]) => numberOf(of[decision]),
          })),
        ]}
      />
      {effect.rules.length > 0 && (
        <Table
          caption={texts.customerTransfers.rules}
          rows={effect.rules}
          keyOf={({ name }) => name}
          columns={[
            {
              name: texts.rules.rule,
              cell: ({ name, shadow }) => (
                <>
                  {name} {shadow && <Badge tone="accent">{texts.rules.shadow}</Badge>}
                </>
              ),
            },
            { name: texts.rules.appliedIn, number: true, cell: ({ applied }) => numberOf(applied) },
            { name: texts.rules.decidedIn, number: true, cell: ({ decided }) => numberOf(decided) },
          ]}
        />
      )}
      <p>
        <strong>
          {effect.changed === 0 ? texts.rules.unchanged : texts.rules.changedBy(numberOf(effect.changed))}
        </strong>
      </p>
      {effect.examples.length > 0 && (
        <Table
          caption={texts.customerTransfers.title}
          rows={effect.examples}
          keyOf={({ id }) => id}
          columns={[
            {
              name: texts.customerTransfers.transfer,
              cell: ({ id, reference }) => <Link href={`~/dashboard/transfers/show/${id}`}>{reference}</Link>,
            },
            { name: texts.customerTransfers.customer, cell: ({ customer }) => customer },
            { name: texts.rules.before, cell: ({ before }) => <DecisionBadge decision={before} /> },
            { name: texts.rules.after, cell: ({ after }) => <DecisionBadge decision={after} /> },
          ]}
        />
      )}
    </>
  )
}
