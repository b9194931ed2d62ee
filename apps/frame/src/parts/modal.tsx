import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Leaving } from './leaving.tsx'

/** A dialog over the screen: traps focus, closes on Escape and restores focus. */
export function Modal({
  title,
  why,
  onClose,
  children,
  actions,
}: {
  title: string
  why?: string
  onClose(): void
  children?: ReactNode
  actions: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="modal-body">
        <h2 id={id}>{title}</h2>
        {why && <p className="why">{why}</p>}
        {children}
        <Leaving />
      </div>
      <div className="modal-actions">{actions}</div>
    </dialog>
  )
}
