import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useFrame } from '../state/use-frame.ts'
import { Icon, type IconName } from './icon.tsx'

/**
 * The layout of a screen: a title, an explanation, the content, and at most one primary action. The initial
 * focus is on the element with `data-begins-here` or, if there is none, on the title.
 */
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
  const main = useRef<HTMLElement>(null)
  const id = useId()
  const { texts } = useFrame()
  useEffect(() => {
    document.title = `${title} – ${texts.product}`
    const find = (selector: string) => main.current?.querySelector<HTMLElement>(selector)
    const begin = () => {
      const marked = find('[data-begins-here]')
      // Scrolls to a focused field, because a small frame can show only a small part of the page.
      if (marked) marked.focus()
      else find('h1')?.focus({ preventScroll: true })
    }
    window.scrollTo(0, 0)
    if (document.hasFocus()) {
      begin()
      return
    }
    // Leaves the focus in the hosting page until the person interacts with the frame.
    const beginOnce = () => document.activeElement === document.body && begin()
    window.addEventListener('focus', beginOnce, { once: true })
    return () => window.removeEventListener('focus', beginOnce)
  }, [title, texts.product])

  const content = (
    <>
      <div className="screen-body">
        {icon && (
          <span className={`emblem emblem-${tone}`}>
            <Icon name={icon} large />
          </span>
        )}
        <h1 id={id} tabIndex={-1}>
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
      <main ref={main} className="screen" aria-labelledby={id}>
        {content}
      </main>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <main ref={main} className="screen" aria-labelledby={id}>
      <form className="screen-form" noValidate onSubmit={submit}>
        {content}
      </form>
    </main>
  )
}
