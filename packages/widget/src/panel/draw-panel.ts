import type { Words } from '../words.ts'
import { element } from './element.ts'

export type PanelState = 'loading' | 'ready' | 'silent'

export type Panel = {
  root: HTMLElement
  /** Puts a frame in place of the one before; a frame that is only sent elsewhere would lengthen the page's history. */
  load(address: string): HTMLIFrameElement
  show(state: PanelState): void
  /** Where the focus may stand now, in the order of the Tab key. */
  stops(): HTMLElement[]
}

/** The widget's own piece of the page: the frame, what is shown until it is drawn, and what when it is not. */
export function drawPanel(input: {
  appName: string
  theme: string
  language: string
  words: Words
  /** Inside an element of the page: no dialog, for the page goes on around it. */
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
