import type { AuditLog } from '@touchstone/contract'
import { useTexts } from '../texts/texts.ts'

type Entry = AuditLog['entries'][number]

/** Shows the author of an audit log entry. */
export function ChangedBy({ entry: { actor, by } }: { entry: Pick<Entry, 'actor' | 'by'> }) {
  const texts = useTexts()
  return by === null ? texts.audit.actors[actor] : <span className="mono">{by}</span>
}

export function ChangeDetail({ detail }: Pick<Entry, 'detail'>) {
  return Object.entries(detail).map(([name, value]) => (
    <span key={name} className="detail">
      {name}: {String(value)}
    </span>
  ))
}
