import { type ComponentType, lazy } from 'react'

/** A part of the page that comes when it is shown; a failed load is tried again before it is told. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(() => load()) }))
}
