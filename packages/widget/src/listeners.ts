import { checkChoice, checkFunction } from './arguments.ts'
import type { WidgetEvents } from './widget-events.ts'

type Callback<Name extends keyof WidgetEvents> = (...details: WidgetEvents[Name]) => void

const names = ['meidFinished', 'kycFinished', 'close', 'ready', 'step', 'error'] as const

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

  /** A listener that throws is the page's own bug: it is reported as such and harms neither the others nor the widget. */
  tell<Name extends keyof WidgetEvents>(event: Name, ...details: WidgetEvents[Name]): void {
    for (const entry of this.#all) {
      // One that was removed by the listener before it is not called any more.
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
