import type { SeenByMerchant, Stage } from '@touchstone/contract'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** The icons for the data that the merchant can see after the login. */
export const seenIcons = { email: 'mail', wallet: 'wallet', status: 'person' } as const satisfies Record<
  SeenByMerchant,
  IconName
>

/** The icons of the stages in lists of what the person will do. */
export const stageIcons: Partial<Record<Stage, IconName>> = {
  login: 'mail',
  test: 'document',
  document: 'document',
  liveness: 'face',
  location: 'pin',
  address: 'home',
  investor: 'bank',
  screening: 'shield',
  proof: 'key',
  mint: 'check',
  consent: 'link',
}
/** A list of short facts, each with an icon. */
export function Rows({
  title,
  rows,
}: {
  title?: string
  rows: readonly { key: string; icon: IconName; text: ReactNode; note?: ReactNode }[]
}) {
  return (
    <section className="block">
      {title && <h2 className="label">{title}</h2>}
      <ul className="rows">
        {rows.map(({ key, icon, text, note }) => (
          <li key={key} className="row">
            <Icon name={icon} />
            <span className="row-text">{text}</span>
            {note && <span className="row-note">{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
