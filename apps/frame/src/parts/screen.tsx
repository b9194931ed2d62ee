import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useFrame } from '../state/use-frame.ts'
import { Icon, type IconName } from './icon.tsx'

/** One thing per screen: what to do, why, its content, and at most one primary deed. */
export function Screen({
  title,
  why,
  icon,
  tone = 'plain',
  onSubmit,
  actions,
  children,
}: {
  title: string
  why?: ReactNode
  icon?: IconName
  tone?: 'plain' | 'passed' | 'failed' | 'waiting'
  onSubmit?: () => void
  actions?: ReactNode
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const { texts } = useFrame()
  useEffect(() => {
    document.title = `${title} – ${texts.product}`
    // A page that nobody has turned to yet takes no focus from the page around it.
    if (document.hasFocus()) heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [title, texts.product])

  const content = (
    <>
      <div className="screen-body">
        {icon && (
          <span className={`emblem emblem-${tone}`}>
            <Icon name={icon} large />
          </span>
        )}
        <h1 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h1>
        {why && <p className="why">{why}</p>}
        {children}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </>
  )
  if (onSubmit === undefined) {
    return (
      <main className="screen" aria-labelledby={id}>
        {content}
      </main>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <main className="screen" aria-labelledby={id}>
      <form className="screen-form" noValidate onSubmit={submit}>
        {content}
      </form>
    </main>
  )
}
