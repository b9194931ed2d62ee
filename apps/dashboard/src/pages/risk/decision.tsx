import type { RiskReport } from '@touchstone/contract'
import { type RiskDecision, riskDecisions, suggestedDecision } from '@touchstone/contract/risk-levels'
import { useState } from 'react'
import { Badge, LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'
import type { RiskBody } from './risk-query.ts'

/** Shows the action that the level suggests, and the merchant's own decisions. Records a new decision. */
export function Decision({ query, report }: { query: RiskBody; report: RiskReport }) {
  const texts = useTexts()
  const { allows } = useSession()
  const [open, setOpen] = useState(false)
  const { explanation, decisions } = report
  const [current] = decisions
  const suggested = suggestedDecision(explanation.risk_level, explanation.coverage.state)
  return (
    <Section title={texts.decision.title} text={texts.decision.why}>
      <dl className="facts">
        <div>
          <dt className="label">{texts.decision.suggested}</dt>
          <dd>{suggested === null ? texts.decision.noSuggestion : texts.decision.actions[suggested]}</dd>
        </div>
        <div>
          <dt className="label">{texts.decision.current}</dt>
          <dd>
            {current === undefined ? texts.decision.none : texts.decision.actions[current.decision]}
            {current !== undefined && suggested !== null && current.decision !== suggested && (
              <>
                {' '}
                <Badge>{texts.decision.differs}</Badge>
              </>
            )}
          </dd>
        </div>
      </dl>
      {decisions.length > 0 && (
        <Table
          caption={texts.decision.all}
          rows={decisions}
          keyOf={({ id }) => id}
          columns={[
            { name: texts.decision.at, cell: ({ at }) => <Moment at={at} /> },
            { name: texts.decision.by, cell: ({ by }) => by },
            { name: texts.decision.current, cell: ({ decision }) => texts.decision.actions[decision] },
            { name: texts.decision.reason, cell: ({ reason }) => reason },
            {
              name: texts.decision.basis,
              cell: ({ level, score, coverage }) => <LevelBadge {...{ level, score, coverage }} />,
            },
          ]}
        />
      )}
      {allows('risk.decide') &&
        (open ? (
          <Decide query={query} suggested={suggested} onDone={() => setOpen(false)} />
        ) : (
          <div className="no-print">
            <Button onPress={() => setOpen(true)}>
              {current === undefined ? texts.decision.decide : texts.decision.again}
            </Button>
          </div>
        ))}
    </Section>
  )
}

function Decide({
  query,
  suggested,
  onDone,
}: {
  query: RiskBody
  suggested: RiskDecision | null
  onDone: () => void
}) {
  const texts = useTexts()
  const change = useChange<RiskBody & { decision: RiskDecision; reason: string }>('/risk/decide')
  const [decision, setDecision] = useState<RiskDecision>(suggested ?? 'monitor')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      className="filters no-print"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(reason.trim() === '')
        if (reason.trim() === '') return
        void change
          .run({ ...query, decision, reason: reason.trim() })
          .then((made) => made !== undefined && onDone())
      }}
    >
      <Select
        label={texts.decision.current}
        value={decision}
        choices={riskDecisions.map((value) => ({ value, name: texts.decision.actions[value] }))}
        onValue={(value) => setDecision(value as RiskDecision)}
      />
      <Field
        field="reason"
        label={texts.decision.reason}
        hint={texts.decision.reasonHint}
        problem={isMissing && reason.trim() === '' ? texts.decision.noReason : undefined}
        wide
        value={reason}
        onValue={setReason}
        maxLength={2000}
      />
      <Refusal error={change.refusal} />
      <div className="form-actions">
        <Button look="primary" running={change.running}>
          {texts.decision.decide}
        </Button>
        <Button onPress={onDone}>{texts.common.cancel}</Button>
      </div>
    </form>
  )
}
