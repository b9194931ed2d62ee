import type { ReactNode } from 'react'

/** A list of names and values. Each value is below its name or, if `across` is set, on the same line. */
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
