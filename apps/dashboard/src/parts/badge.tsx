import { shownLevel } from '@touchstone/design'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts.ts'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'plain' | 'accent' | 'passed' | 'failed' | 'low' | 'moderate' | 'high' | 'severe'

/** Shows a word, with a colour and an icon that reinforce its meaning. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={tone === 'plain' ? 'badge' : `badge badge-${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

/** Shows a level. A low level is grey if the ledger lacks part of the history. */
export function LevelBadge({
  level,
  score,
  coverage = 'complete',
}: {
  level: 'Low' | 'Moderate' | 'High' | 'Severe'
  score?: number
  coverage?: 'complete' | 'partial' | 'none'
}) {
  const { levels } = useTexts()
  const shown = shownLevel(level, coverage)
  if (shown === 'NoData') return <Badge>{levels.NoData}</Badge>
  const name = levels[shown]
  const text = score === undefined ? name : `${score} ${name}`
  if (shown === 'LowSoFar') return <Badge>{text}</Badge>
  const tone = shown.toLowerCase() as 'low' | 'moderate' | 'high' | 'severe'
  return (
    <Badge tone={tone} {...(tone !== 'low' && { icon: 'alert' as const })}>
      {text}
    </Badge>
  )
}

export function StatusBadge({ status }: { status: string }) {
  if (/Passed$/.test(status) && status !== 'OCR Passed')
    return (
      <Badge tone="passed" icon="check">
        {status}
      </Badge>
    )
  if (/Failed$/.test(status))
    return (
      <Badge tone="failed" icon="close">
        {status}
      </Badge>
    )
  return <Badge>{status}</Badge>
}

/** Marks a program in test mode, and everything that belongs to it. */
export function TestBadge() {
  const texts = useTexts()
  return (
    <Badge tone="moderate" icon="alert">
      {texts.programs.test}
    </Badge>
  )
}
