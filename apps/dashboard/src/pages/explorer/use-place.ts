import { useSyncExternalStore } from 'react'
import type { ExplorerPlace } from '../../parts/explorer-link.ts'

/** The router changes the address with functions of `history`, for which it dispatches these events. */
const events = ['hashchange', 'popstate', 'pushState', 'replaceState'] as const

function subscribe(changed: () => void): () => void {
  for (const event of events) addEventListener(event, changed)
  return () => {
    for (const event of events) removeEventListener(event, changed)
  }
}

/** Returns the fragment of the page's address, which states what to show. */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash)
}

export function placeOf(fragment: string): ExplorerPlace {
  return Object.fromEntries(new URLSearchParams(fragment.slice(1)))
}
