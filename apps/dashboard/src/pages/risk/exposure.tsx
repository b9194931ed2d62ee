import type { RiskExplanation } from '@touchstone/contract'
import { amountIn, amountSigns, millionths, percent } from '@touchstone/design'
import { Section } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'

type Direction = 'received' | 'sent'
type Part = { readonly name: string; readonly look: string; readonly value: bigint }

const endings = ['service', 'issued', 'unrecorded', 'held', 'fees'] as const
const reasons = ['hops', 'small', 'budget', 'busy', 'older'] as const
/** Minimum width of a part in percent, so that a small amount of stolen funds stays visible. */
const leastWidth = 0.6

/** Shows the funds received and the funds sent, each as a stacked bar with the figures below it. */
export function Exposure({ explanation }: { explanation: RiskExplanation }) {
  const texts = useTexts()
  return (
    <Section title={texts.exposure.title} text={texts.exposure.why}>
      <div className="sides">
        <Side explanation={explanation} direction="received" />
        <Side explanation={explanation} direction="sent" />
      </div>
    </Section>
  )
}

function Side({ explanation, direction }: { explanation: RiskExplanation; direction: Direction }) {
  const texts = useTexts()
  const { value_unit: unit } = explanation
  const whole = millionths(explanation[direction].value)
  const inferred = millionths(explanation[direction].inferred)
  const parts = usePartsOf(explanation, direction)
  return (
    <div>
      <h3>
        {texts.exposure[direction]}{' '}
        {parts.length > 0 && <span className="muted">{amountIn(unit, whole, amountSigns)}</span>}
      </h3>
      {parts.length === 0 ? (
        <p className="muted small">{texts.exposure[whyNothing(explanation)]}</p>
      ) : (
        <>
          <Bar parts={parts} />
          <table className="parts">
            <caption className="visually-hidden">{texts.exposure[direction]}</caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{texts.exposure.part}</th>
                <th scope="col">{unit}</th>
                <th scope="col">{texts.risk.share}</th>
              </tr>
            </thead>
            <tbody>
              {parts.map(({ name, look, value }) => (
                <tr key={name}>
                  <th scope="row">
                    <span className={`swatch ${look}`} aria-hidden="true" />
                    {name}
                  </th>
                  <td className="number">{amountIn(unit, value, amountSigns)}</td>
                  <td className="number">{percent(value, whole, amountSigns)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {inferred > 0n && (
            <p className="muted small">{texts.exposure.inferred(percent(inferred, whole, amountSigns))}</p>
          )}
        </>
      )}
    </div>
  )
}

/**
 * Returns why a side has no parts: the funds of a service are not traced, no coin has a price, or there are no
 * transfers.
 */
function whyNothing({ exposure_counts, unpriced_coins }: RiskExplanation) {
  if (!exposure_counts) return 'pooled'
  return unpriced_coins.length > 0 ? 'unpriced' : 'nothing'
}

function Bar({ parts }: { parts: readonly Part[] }) {
  const sum = parts.reduce((all, { value }) => all + value, 0n)
  const widths = parts.map(({ name, look, value }) => ({
    ...{ name, look },
    width: Math.max(leastWidth, Number((value * 100_000n) / sum) / 1000),
  }))
  const total = widths.reduce((all, { width }) => all + width, 0)
  let at = 0
  return (
    <svg className="stacked" width="100%" height="20" aria-hidden="true">
      {widths.map(({ name, look, width }) => {
        const from = at
        at += (width / total) * 100
        return <rect key={name} className={look} x={`${from}%`} width={`${at - from}%`} height="100%" />
      })}
    </svg>
  )
}

/** Returns the non-zero parts of a side, worst first. Together they cover the whole side. */
export function usePartsOf(explanation: RiskExplanation, direction: Direction): Part[] {
  const texts = useTexts()
  const { classes, ended, not_followed: notFollowed } = explanation[direction]
  const words = texts.exposure.parts[direction]
  const parts: Part[] = [
    ...classes.map((one) => ({
      name: words.tainted(texts.exposure.classes[one.class]),
      look: `look-${one.class}`,
      value: millionths(one.tainted),
    })),
    ...endings.map((ending) => ({
      name: words[ending],
      look: `look-${ending}`,
      value: millionths(ended[ending]),
    })),
    ...reasons.map((reason) => ({
      name: texts.exposure.notFollowed(texts.exposure.reasons[reason]),
      look: 'look-not-followed',
      value: millionths(notFollowed[reason]),
    })),
  ]
  return parts.filter(({ value }) => value > 0n)
}
