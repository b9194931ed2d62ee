import type { CasePriority, CaseStatus } from '@touchstone/contract'
import { Badge } from '../../parts/badge.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { useTexts } from '../../texts/texts.ts'

/** Shows how much is open and how much of it is overdue. */
export function CountFigures({ open, overdue }: { open: number; overdue: number }) {
  const texts = useTexts()
  const numberOf = useNumber()
  return (
    <dl className="figures">
      <div className="card figure">
        <dt className="label">{texts.cases.open}</dt>
        <dd>{numberOf(open)}</dd>
      </div>
      <div className="card figure">
        <dt className="label">{texts.cases.overdue}</dt>
        <dd>{numberOf(overdue)}</dd>
      </div>
    </dl>
  )
}

export function StatusBadge({ status }: { status: CaseStatus }) {
  const texts = useTexts()
  return <Badge tone={status === 'closing' ? 'accent' : 'plain'}>{texts.cases.statuses[status]}</Badge>
}

export function PriorityBadge({ priority }: { priority: CasePriority }) {
  const texts = useTexts()
  const isUrgent = priority === 'urgent' || priority === 'high'
  return (
    <Badge tone={isUrgent ? 'accent' : 'plain'} {...(priority === 'urgent' && { icon: 'alert' as const })}>
      {texts.cases.priorities[priority]}
    </Badge>
  )
}

export function Due({ at, overdue }: { at: string | null; overdue: boolean }) {
  const texts = useTexts()
  if (at === null) return '–'
  return (
    <>
      <Moment at={at} />{' '}
      {overdue && (
        <Badge tone="failed" icon="alert">
          {texts.cases.overdue}
        </Badge>
      )}
    </>
  )
}

/** The end of a day that was chosen in a form, in the member's time zone. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.000`).toISOString()
}

/** The day of a time, in the member's time zone, as a form shows it. */
export function dayOf(at: string | null): string {
  if (at === null) return ''
  const time = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
