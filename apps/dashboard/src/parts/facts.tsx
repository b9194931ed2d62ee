import type { ReactNode } from 'react'

/** Shows names and values, side by side if there is room. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="label">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
