import type { Review } from '@touchstone/contract'
import { Icon } from '../../parts/icon.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/texts.ts'

/**
 * Shows the basis of the operator's decision: how rare the similarity is, and how the two people's documents
 * differ.
 */
export function LookAlikes({ lookAlikes }: { lookAlikes: Review['lookAlikes'] }) {
  return lookAlikes.map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: similar faces have no other identity
    <LookAlike key={index} number={index + 1} of={each} />
  ))
}

function LookAlike({ number, of }: { number: number; of: Review['lookAlikes'][number] }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { strangers, searched, faceprint, enrolledAt, keptUntil, fields, suggests } = of
  const text = texts.reviews.lookAlikes
  const oneIn = strangers > 0 ? Math.round(1 / strangers) : Number.POSITIVE_INFINITY
  const expected = strangers * searched
  const facts = [
    [text.similarity, Number.isFinite(oneIn) ? text.oneIn(numberOf(oneIn)) : text.unmeasured],
    [text.byChance, text.expected(expected < 0.01 ? '< 0.01' : expected.toFixed(2), numberOf(searched))],
    [text.faceprint, text.faceprints[faceprint]],
    ...(enrolledAt === null ? [] : [[text.enrolledAt, <Moment key="at" at={enrolledAt} />] as const]),
    ...(keptUntil === null ? [] : [[text.keptUntil, <Moment key="until" at={keptUntil} />] as const]),
  ] as const
  return (
    <Section title={text.title(number)} text={text.why}>
      <p className="notice">
        <Icon name={suggests === 'undecided' ? 'alert' : 'check'} />
        <span>{text.suggests[of.sameDocument ? 'document' : suggests]}</span>
      </p>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {fields.length === 0 ? (
        <p className="muted">{text.noDocuments}</p>
      ) : (
        <Table
          caption={text.compared}
          rows={fields}
          keyOf={({ name }) => name}
          columns={[
            { name: text.field, cell: ({ name }) => text.fields[name] },
            { name: text.now, cell: ({ now }) => now || '–' },
            { name: text.earlier, cell: ({ earlier }) => earlier || '–' },
            {
              name: text.compared,
              cell: ({ same }) => (same ? text.same : <strong>{text.different}</strong>),
            },
          ]}
        />
      )}
    </Section>
  )
}
