import type { RiskExplanation } from '@touchstone/contract'
import { dialArc, dialPoint } from '@touchstone/design'
import { LevelBadge } from '../../parts/badge.tsx'
import { useTexts } from '../../texts/texts.ts'

/** Between two bands, in points of the score. */
const gap = 1.2

/** The score among the four bands of its policy. */
export function Dial({ explanation }: { explanation: RiskExplanation }) {
  const texts = useTexts()
  const { score, risk_level: level, policy } = explanation
  const { moderate, high, severe } = policy.levels
  const bands = [
    { look: 'dial-low', from: 0, to: moderate },
    { look: 'dial-moderate', from: moderate, to: high },
    { look: 'dial-high', from: high, to: severe },
    { look: 'dial-severe', from: severe, to: 100 + gap },
  ]
  const [x, y] = dialPoint(score)
  return (
    <div className="score">
      <svg className="dial" viewBox="0 0 120 70" aria-hidden="true">
        {bands.map(
          ({ look, from, to }) =>
            to - gap > from && (
              <path key={look} className={`dial-band ${look}`} d={dialArc(from, to - gap)} />
            ),
        )}
        <circle className="dial-mark" cx={x} cy={y} r="6" />
      </svg>
      <p className="score-value">
        <span className="visually-hidden">{texts.risk.score}: </span>
        <span className="score-number">{score}</span>
        <span className="muted"> / 100</span>
      </p>
      <LevelBadge level={level} />
    </div>
  )
}
