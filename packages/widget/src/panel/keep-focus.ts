import { element } from './element.ts'

/**
 * Moves the focus into `root` and returns a function that restores the previous focus. A dialog also traps
 * the focus: focusable elements at both ends wrap the Tab order, and focus that leaves the dialog is moved
 * back. While the provider is running, the focus can be outside the widget, because wallet windows must stay
 * usable.
 */
export function keepFocus(input: {
  root: HTMLElement
  isDialog: boolean
  stops(): HTMLElement[]
  mayLeave(): boolean
  onEscape(): void
}): () => void {
  const { root, stops } = input
  const before = openerOf()
  const isInside = (target: EventTarget | null) => target instanceof Node && root.contains(target)
  const nowhere = (target: EventTarget | null) =>
    target === null || target === document.body || target === document.documentElement

  const start = edge(() => stops().at(-1)?.focus())
  const end = edge(() => stops()[0]?.focus())
  if (input.isDialog) {
    root.prepend(start)
    root.append(end)
  }

  function onFocusIn({ target }: FocusEvent) {
    if (input.isDialog && !isInside(target) && !input.mayLeave()) stops()[0]?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (!isInside(event.target) && !(input.isDialog && nowhere(event.target))) return
    event.preventDefault()
    input.onEscape()
  }

  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('keydown', onKeyDown)
  root.focus({ preventScroll: input.isDialog })

  return () => {
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('keydown', onKeyDown)
    const hadFocus = isInside(document.activeElement) || nowhere(document.activeElement)
    start.remove()
    end.remove()
    if (!hadFocus || !(before instanceof HTMLElement)) return
    before.focus({ preventScroll: true })
    // A page may disable its button while the widget is open, and enable it when the widget reports
    // completion.
    if (document.activeElement !== before)
      requestAnimationFrame(() => {
        if (isInside(document.activeElement) || nowhere(document.activeElement))
          before.focus({ preventScroll: true })
      })
  }
}

/**
 * Returns the element with which the user opened the widget. The focused element is not enough, because some
 * browsers do not focus a clicked button.
 */
function openerOf(): Element | null {
  if (document.activeElement !== document.body) return document.activeElement
  const used = window.event?.target
  return used instanceof Element ? used.closest('button, a[href], input, [tabindex]') : null
}

function edge(onFocus: () => void): HTMLElement {
  const made = element('span', 'svc-widget-edge', { tabindex: '0' })
  made.addEventListener('focus', onFocus)
  return made
}
