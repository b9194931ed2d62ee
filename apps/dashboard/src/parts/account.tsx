import { identicon } from '@touchstone/design'
import { Link } from 'wouter'
import { useSession } from '../session/session.ts'
import { CopyButton } from './copied.tsx'
import { type ExplorerPlace, explorerLink } from './explorer-link.ts'

const shownStart = 8
const shownEnd = 6

/** Shortens a long value in the middle. */
export function shortened(value: string): string {
  const whole = value.length <= shownStart + shownEnd + 4
  return whole ? value : `${value.slice(0, shownStart)}…${value.slice(-shownEnd)}`
}

/**
 * Shows an address, a hash or an ID with an identicon. Long values are shortened in the middle. With `place`,
 * links to the explorer.
 */
export function Account({
  value,
  what,
  copy = true,
  place,
}: {
  value: string
  what: string
  copy?: boolean
  place?: ExplorerPlace
}) {
  const { strong, faint } = identicon(value)
  return (
    <span className="address">
      <svg className="identicon" viewBox="0 0 5 5" aria-hidden="true" shapeRendering="crispEdges">
        <path d={strong} fill="currentColor" />
        <path d={faint} fill="currentColor" opacity="0.35" />
      </svg>
      <Explored place={place} className="mono address-short" title={value}>
        {shortened(value)}
      </Explored>
      {copy && <CopyButton value={value} what={what} />}
    </span>
  )
}

/** Shows text that links to the explorer, if the member has access to it. */
export function Explored({
  place,
  className,
  title,
  children,
}: {
  place: ExplorerPlace | undefined
  className?: string
  title?: string
  children: string
}) {
  const { allows, addressRisk } = useSession()
  if (place === undefined || !addressRisk || !allows('risk.read'))
    return (
      <span className={className} title={title}>
        {children}
      </span>
    )
  return (
    <Link href={explorerLink(place)} className={className} title={title}>
      {children}
    </Link>
  )
}
