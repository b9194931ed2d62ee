import type { ReactNode } from 'react'

/** Names and values, stacked, or on one line each if they are short. */
export function Facts({
  facts,
  across = false,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  across?: boolean
}) {
  return (
    <dl className={across ? 'facts facts-across' : 'facts'}>
      {facts.map(([name, value]) => (
        <div key={name} className="fact">
          <dt className="label">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
