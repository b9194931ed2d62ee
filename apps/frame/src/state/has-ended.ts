import type { FrameState } from './frame-state.ts'

const ended: ReadonlySet<string> = new Set(['done', 'withdrawn', 'forgotten', 'review', 'paused', 'failed'])

/** Whether there is nothing left to lose, so that closing needs no confirmation. */
export function hasEnded({ view, trouble }: Pick<FrameState, 'view' | 'trouble'>): boolean {
  return view === undefined || trouble !== undefined || ended.has(view.step.name)
}
