import { Link } from 'wouter'
import { Icon } from './icon.tsx'

/** A link above the title, back to the list that the page was opened from. */
export function BackLink({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} className="back">
      <Icon name="arrowLeft" />
      {text}
    </Link>
  )
}
