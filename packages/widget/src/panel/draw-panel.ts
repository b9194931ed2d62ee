import type { Words } from '../words.ts'
import { element } from './element.ts'

/** What the panel shows: the loader, the frame, or the notice for a silent frame. */
export type PanelState = 'loading' | 'ready' | 'silent'

/** The panel: the elements that the widget adds to the page. */
export type Panel = {
  root: HTMLElement
  /** Replaces the frame element. Changing only its address would add an entry to the page's history. */
  load(address: string): HTMLIFrameElement
  show(state: PanelState): void
  /** The currently focusable elements in Tab order. */
  stops(): HTMLElement[]
}

/** Creates the panel with the frame, the loader, and the notice for a silent frame. */
export function drawPanel(input: {
  appName: string
  theme: string
  language: string
  words: Words
  /** Whether the widget is embedded in the page instead of being shown as a dialog. */
  inPage: boolean
  onClose(): void
  onRetry(): void
}): Panel {
  const { words } = input
  const title = words.title(input.appName)
  const button = (text: string, onClick: () => void, kind = '') => {
    const made = element('button', `svc-widget-button${kind}`, { type: 'button' }, text)
    made.addEventListener('click', onClick)
    return made
  }

  const cancel = button(words.cancel, input.onClose)
  const retry = button(words.retry, input.onRetry, ' svc-widget-primary')
  const close = button(words.close, input.onClose)
  const loader = element('div', 'svc-widget-loader', {}, [
    element('div', 'svc-widget-bar', { 'aria-hidden': 'true' }),
    element('div', 'svc-widget-words', { role: 'status' }, [
      element('p', 'svc-widget-title', {}, words.opening),
      element('p', 'svc-widget-text', {}, words.moment),
    ]),
    cancel,
  ])
  const notice = element('div', 'svc-widget-notice', { role: 'alert' }, [
    element('p', 'svc-widget-title', {}, words.silent),
    element('p', 'svc-widget-text', {}, words.silentHint),
    element('div', 'svc-widget-buttons', {}, [retry, close]),
  ])
  const card = element('div', 'svc-widget-card', {}, [loader, notice])
  const kind: Record<string, string> = input.inPage
    ? { class: 'svc-widget svc-widget-in-page', role: 'region' }
    : { class: 'svc-widget', role: 'dialog', 'aria-modal': 'true' }
  const root = element('div', '', {
    ...kind,
    'aria-label': title,
    lang: input.language,
    tabindex: '-1',
    'data-theme': input.theme,
  })
  root.append(card)

  let frame: HTMLIFrameElement | undefined
  let state: PanelState = 'loading'
  return {
    root,
    load(address) {
      const next = element('iframe', 'svc-widget-frame', {
        title,
        allow: 'camera; clipboard-write; geolocation',
        referrerpolicy: 'no-referrer',
        src: address,
      })
      frame?.remove()
      frame = next
      card.prepend(next)
      return next
    },
    show(next) {
      state = next
      root.dataset.state = next
      loader.hidden = next !== 'loading'
      notice.hidden = next !== 'silent'
    },
    stops() {
      if (state === 'loading' || !frame) return [cancel]
      return state === 'ready' ? [frame] : [frame, retry, close]
    },
  }
}
