import { identicon } from '@touchstone/design'
import { useState } from 'react'
import { useFrame } from '../state/use-frame.ts'

const shownStart = 8
const shownEnd = 6

/**
 * An identicon and an account, which is shortened in the middle and copied when clicked. E-mail addresses are
 * not shortened.
 */
export function Account({ value, copy = true }: { value: string; copy?: boolean }) {
  const { texts } = useFrame()
  const [copied, setCopied] = useState(false)
  const isEmail = value.includes('@')
  const whole = isEmail || value.length <= shownStart + shownEnd + 4
  const { strong, faint } = identicon(value)
  const inside = (
    <>
      {!isEmail && (
        <svg className="identicon" viewBox="0 0 5 5" aria-hidden="true" shapeRendering="crispEdges">
          <path d={strong} fill="currentColor" />
          <path d={faint} fill="currentColor" opacity="0.35" />
        </svg>
      )}
      <span className={isEmail ? undefined : whole ? 'mono' : 'mono address-short'} title={value}>
        {whole ? value : `${value.slice(0, shownStart)}…${value.slice(-shownEnd)}`}
      </span>
    </>
  )
  if (!copy) return <span className="address">{inside}</span>
  return (
    <button
      type="button"
      className="address address-copy"
      onClick={() => void navigator.clipboard?.writeText(value).then(() => setCopied(true))}
    >
      {inside}
      <span className="address-deed">{copied ? texts.common.copied : texts.common.copy}</span>
    </button>
  )
}
