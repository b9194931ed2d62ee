import { useTexts } from '../../texts/texts.ts'
import { alignReadings } from './align-readings.ts'

/**
 * Shows two readings of a machine-readable zone, one below the other, and marks the characters that differ. Before
 * the reviewer enters lines, only the software's reading is shown.
 */
export function ZoneComparison({ read, entered }: { read: readonly string[]; entered: readonly string[] }) {
  const texts = useTexts()
  const shown = entered.length === 0 ? (['read'] as const) : (['read', 'entered'] as const)
  const lines = Array.from({ length: Math.max(read.length, entered.length) }, (_, line) =>
    alignReadings(read[line] ?? '', entered.length === 0 ? (read[line] ?? '') : (entered[line] ?? '')),
  )
  return (
    <section className="zone" aria-label={texts.reviews.zoneCompared}>
      {lines.map((pairs, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a zone have no other identity
        <dl key={line} className="zone-line">
          {shown.map((which) => (
            <div key={which}>
              <dt className="muted small">{texts.reviews.zoneReadings[which](line + 1)}</dt>
              <dd className="mono">
                {pairs.map((pair, index) => {
                  const character = pair[which] === '' ? '\u00a0' : pair[which]
                  return pair.read === pair.entered ? (
                    character
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the characters have no other identity
                    <mark key={index}>{character}</mark>
                  )
                })}
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </section>
  )
}
