import type { FrameState } from './frame-state.ts'

const ended: ReadonlySet<string> = new Set([
  'done',
  'withdrawn',
  'forgotten',
  'review',
  'request',
  'paused',
  'failed',
])

/** Returns true if no step is in progress, in which case the page can close without confirmation. */
export function hasEnded({ view, trouble }: Pick<FrameState, 'view' | 'trouble'>): boolean {
  return view === undefined || trouble !== undefined || ended.has(view.step.name)
}
