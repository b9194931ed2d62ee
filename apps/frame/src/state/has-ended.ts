import type { FrameState } from './frame-state.ts'

const ended: ReadonlySet<string> = new Set(['done', 'withdrawn', 'forgotten', 'review', 'paused', 'failed'])

/** Whether the page can close without confirmation, because no step is in progress. */
export function hasEnded({ view, trouble }: Pick<FrameState, 'view' | 'trouble'>): boolean {
  return view === undefined || trouble !== undefined || ended.has(view.step.name)
}
