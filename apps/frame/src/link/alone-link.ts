import type { HostLink } from './create-host-link.ts'
import { PageRefusal } from './page-refusal.ts'

/** On a phone that was handed a part of the way there is no hosting page. */
export function aloneLink(): HostLink {
  const nothing = () => {}
  return {
    begin: async () => 1,
    version: () => 1,
    dialect: 1,
    can: () => true,
    signsFor: () => true,
    ask: (method) => Promise.reject(new PageRefusal(method, 'alone')),
    finished: nothing,
    close: nothing,
    ready: nothing,
    step: nothing,
    problem: nothing,
    answerClosing: nothing,
  }
}
