import type { ForgetPerson, ForgetPreview, ForgetReceiptView } from '@touchstone/contract'
import { useState } from 'react'
import { Badge, StatusBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'

/**
 * Erases a person's data at every merchant. The operator sees a preview first and confirms by repeating the
 * ID. This can't be undone.
 */
export function Forget() {
  const texts = useTexts().forget
  const [svcId, setSvcId] = useState('')
  const [preview, setPreview] = useState<ForgetPreview>()
  const [receipt, setReceipt] = useState<ForgetReceiptView>()
  const look = useChange<{ svcId: string }, ForgetPreview>('/operator/forget/preview', true)
  return (
    <>
      <Section title={texts.title} text={texts.why}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setReceipt(undefined)
            void look.run({ svcId: svcId.trim() }).then(setPreview)
          }}
        >
          <Field
            field="svcId"
            label={texts.id}
            value={svcId}
            onValue={setSvcId}
            className="mono"
            hint={texts.idHint}
            required
            maxLength={64}
            autoComplete="off"
          />
          <div className="form-actions">
            <Button look="primary" icon="search" running={look.running}>
              {texts.look}
            </Button>
          </div>
          <Refusal error={look.refusal} />
        </form>
      </Section>
      {receipt && <Receipt receipt={receipt} />}
      {preview && !receipt && (
        <Ending
          key={preview.svcId}
          preview={preview}
          onForgotten={(made) => {
            setReceipt(made)
            setPreview(undefined)
          }}
        />
      )}
    </>
  )
}

function Ending({
  preview,
  onForgotten,
}: {
  preview: ForgetPreview
  onForgotten(receipt: ForgetReceiptView): void
}) {
  const all = useTexts()
  const texts = all.forget
  const numberOf = useNumber()
  const { svcId, journeys, tokens, openReviews } = preview
  const [confirm, setConfirm] = useState('')
  const forget = useChange<ForgetPerson, ForgetReceiptView>('/operator/forget', true)
  return (
    <Section title={texts.ends} text={texts.endsWhy}>
      {preview.receipt && (
        <p className="notice" role="status">
          <Icon name="alert" />
          <span>
            {texts.before} <Moment at={preview.receipt.at} />
          </span>
        </p>
      )}
      <Table
        caption={texts.ends}
        rows={journeys}
        keyOf={({ programNo }) => programNo}
        columns={[
          { name: all.nav.merchant, cell: ({ merchant }) => merchant },
          { name: all.programs.no, cell: ({ programNo }) => <span className="mono">{programNo}</span> },
          { name: texts.kind, cell: ({ kind }) => kind },
          { name: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
          {
            name: texts.what,
            cell: ({ ends }) => (ends ? <Badge tone="failed">{texts.fails}</Badge> : texts.keptAnonymous),
          },
        ]}
      />
      <ul className="points small">
        <li>{texts.tokens(numberOf(tokens.length))}</li>
        <li>{texts.reviews(numberOf(openReviews))}</li>
        <li>{texts.removed}</li>
        <li>{texts.kept}</li>
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void forget.run({ svcId, confirm: confirm.trim() }).then((made) => made && onForgotten(made))
        }}
      >
        <Field
          field="confirm"
          label={texts.confirm}
          value={confirm}
          onValue={setConfirm}
          className="mono"
          hint={texts.confirmHint}
          maxLength={64}
          autoComplete="off"
        />
        <Refusal error={forget.refusal} />
        <div className="form-actions">
          <Button look="danger" running={forget.running || confirm.trim() !== svcId}>
            {texts.forget}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function Receipt({ receipt }: { receipt: ForgetReceiptView }) {
  const texts = useTexts().forget
  const numberOf = useNumber()
  const facts: readonly [name: string, value: string][] = [
    [texts.receiptNumber, receipt.receiptId],
    [texts.faceprints, numberOf(receipt.faceprints)],
    [texts.accounts, numberOf(receipt.accounts)],
    [texts.journeys, numberOf(receipt.journeys)],
    [texts.tokensRemoved, numberOf(receipt.tokens.length)],
  ]
  return (
    <Section title={texts.receipt} text={receipt.complete ? texts.complete : texts.burning}>
      <div role="status">
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="label">{name}</dt>
              <dd className={name === texts.receiptNumber ? 'mono' : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  )
}
