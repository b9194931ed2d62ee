import { useFrame } from '../state/use-frame.ts'
import { Icon, type IconName } from './icon.tsx'

/** A button. While its call runs, it shows progress, keeps its size and ignores clicks. */
export function Action({
  label,
  name,
  busyLabel,
  kind = 'primary',
  icon,
  onPress,
}: {
  label: string
  /** The name of the call that the button starts. */
  name?: string
  busyLabel?: string
  kind?: 'primary' | 'plain' | 'text' | 'danger'
  icon?: IconName
  /** If omitted, the button submits the screen's form. */
  onPress?: () => void
}) {
  const { busy, texts } = useFrame()
  const running = name !== undefined && busy === name
  const look = {
    primary: 'button button-primary',
    plain: 'button',
    text: 'button button-text',
    danger: 'button button-danger',
  }
  return (
    <button
      type={onPress === undefined ? 'submit' : 'button'}
      className={`${look[kind]}${running ? ' button-running' : ''}`}
      aria-disabled={busy !== undefined || undefined}
      onClick={(event) => {
        if (busy !== undefined) event.preventDefault()
        else onPress?.()
      }}
    >
      {icon && <Icon name={icon} />}
      <span>{running ? (busyLabel ?? texts.common.working) : label}</span>
    </button>
  )
}
