import { useId } from 'react'
import { useTexts } from '../texts/texts.ts'
import { useDay, useNumber } from './moment.tsx'
import { Table } from './table.tsx'

export type Series = { readonly name: string; readonly look: string; readonly of: readonly number[] }

const height = 140
const gap = 0.25

/** Shows daily values as a bar chart with the series side by side, and as a table. */
export function DayBars({
  title,
  days,
  series,
}: {
  title: string
  days: readonly string[]
  series: readonly Series[]
}) {
  const texts = useTexts()
  const id = useId()
  const numberOf = useNumber()
  const dayOf = useDay()
  const highest = Math.max(0, ...series.flatMap(({ of }) => of))
  const top = Math.max(1, highest)
  const width = (1 - gap) / series.length
  const sums = series.map(({ name, look, of }) => ({
    name,
    look,
    sum: of.reduce((sum, each) => sum + each, 0),
  }))
  return (
    <figure className="bars">
      <figcaption id={id} className="bars-legend small">
        {sums.map(({ name, look, sum }) => (
          <span key={name}>
            <span className={`swatch ${look}`} aria-hidden="true" />
            {name}: <strong>{numberOf(sum)}</strong>
          </span>
        ))}
        <span className="muted">{texts.bars.highest(numberOf(highest))}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        className="bars-picture"
        aria-hidden="true"
      >
        {days.map((day, index) =>
          series.map(({ name, look, of }, place) => {
            const tall = ((of[index] ?? 0) / top) * height
            return (
              <rect
                key={`${day} ${name}`}
                className={`bar ${look}`}
                x={index + gap / 2 + place * width}
                y={height - tall}
                width={width}
                height={tall}
              />
            )
          }),
        )}
      </svg>
      <div className="bars-axis muted small" aria-hidden="true">
        <span>{dayOf(days[0] ?? '')}</span>
        <span>{dayOf(days.at(-1) ?? '')}</span>
      </div>
      <details className="behind">
        <summary>{texts.bars.table}</summary>
        <Table
          caption={title}
          rows={days.map((day, index) => ({ day, index })).reverse()}
          keyOf={({ day }) => day}
          columns={[
            { name: texts.bars.day, cell: ({ day }) => dayOf(day) },
            ...series.map(({ name, of }) => ({
              name,
              number: true,
              cell: ({ index }: { day: string; index: number }) => numberOf(of[index] ?? 0),
            })),
          ]}
        />
      </details>
    </figure>
  )
}
