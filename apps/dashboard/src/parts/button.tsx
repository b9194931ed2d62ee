import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

const looks = {
  primary: 'button button-primary',
  plain: 'button',
  quiet: 'button button-plain',
  danger: 'button button-danger',
} as const

/**
 * A button that keeps its size and ignores clicks while its call is running. Without `onPress`, it submits
 * its form.
 */
export function Button({
  children,
  look = 'plain',
  icon,
  running = false,
  onPress,
}: {
  children: ReactNode
  look?: keyof typeof looks
  icon?: IconName
  running?: boolean
  onPress?: () => void
}) {
  return (
    <button
      type={onPress === undefined ? 'submit' : 'button'}
      className={`${looks[look]}${running ? ' button-running' : ''}`}
      aria-disabled={running || undefined}
      onClick={(event) => {
        if (running) event.preventDefault()
        else onPress?.()
      }}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
