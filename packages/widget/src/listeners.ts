import { checkChoice, checkFunction } from './arguments.ts'
import type { WidgetEvents } from './widget-events.ts'

type Callback<Name extends keyof WidgetEvents> = (...details: WidgetEvents[Name]) => void

const names = ['meidFinished', 'kycFinished', 'close', 'ready', 'step', 'error'] as const

/** The page's event listeners. */
export class Listeners {
  #all: { event: keyof WidgetEvents; callback: unknown }[] = []

  add<Name extends keyof WidgetEvents>(event: Name, callback: Callback<Name>): () => void {
    checkChoice('event', event, names)
    checkFunction('callback', callback, 'a function')
    const entry = { event, callback }
    this.#all.push(entry)
    return () => {
      this.#all = this.#all.filter((other) => other !== entry)
    }
  }

  /**
   * Calls the listeners of an event. If a listener throws, which is a bug in the page, reports the error and
   * calls the remaining listeners.
   */
  emit<Name extends keyof WidgetEvents>(event: Name, ...details: WidgetEvents[Name]): void {
    for (const entry of this.#all) {
      // An earlier listener may have removed this one.
      if (entry.event !== event || !this.#all.includes(entry)) continue
      try {
        ;(entry.callback as Callback<Name>)(...details)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  clear(): void {
    this.#all = []
  }
}
