import { type ComponentType, lazy } from 'react'

/** A component that is loaded when it is first shown. Loading is retried once before it fails. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(() => load()) }))
}
