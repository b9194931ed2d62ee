import { Link } from 'wouter'
import { Icon } from './icon.tsx'

/** Shows a link above the title that leads back to the list from which the page was opened. */
export function BackLink({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} className="back">
      <Icon name="arrowLeft" />
      {text}
    </Link>
  )
}
