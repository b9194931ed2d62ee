import { Link } from 'wouter'
import { Icon } from './icon.tsx'

/** Above the title of a page: to the list that it was opened from. */
export function BackLink({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} className="back">
      <Icon name="arrowLeft" />
      {text}
    </Link>
  )
}
