import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../texts/texts.ts'

/**
 * Shows the header of a page: a title, one sentence and actions. The title receives focus when the page
 * opens.
 */
export function Page({
  title,
  lead,
  actions,
  back,
  children,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  back?: ReactNode
  children: ReactNode
}) {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${texts.common.product}`
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [title, texts])
  return (
    <>
      <div className="page-head">
        <div>
          {back}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className="muted">{lead}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  )
}

/** Shows a section of a page as a card with a heading. */
export function Section({
  title,
  text,
  actions,
  children,
}: {
  title: string
  text?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="card section">
      <div className="section-head">
        <div>
          <h2>{title}</h2>
          {text !== undefined && <p className="muted small">{text}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
