import { identicon } from '@touchstone/design'
import { CopyButton } from './copied.tsx'

const shownStart = 8
const shownEnd = 6

/** Shows an address or ID with an identicon. Long values are shortened in the middle. */
export function Account({ value, what, copy = true }: { value: string; what: string; copy?: boolean }) {
  const { strong, faint } = identicon(value)
  const whole = value.length <= shownStart + shownEnd + 4
  return (
    <span className="address">
      <svg className="identicon" viewBox="0 0 5 5" aria-hidden="true" shapeRendering="crispEdges">
        <path d={strong} fill="currentColor" />
        <path d={faint} fill="currentColor" opacity="0.35" />
      </svg>
      <span className="mono address-short" title={value}>
        {whole ? value : `${value.slice(0, shownStart)}…${value.slice(-shownEnd)}`}
      </span>
      {copy && <CopyButton value={value} what={what} />}
    </span>
  )
}
