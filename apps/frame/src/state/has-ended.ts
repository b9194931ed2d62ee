import type { FrameState } from './frame-state.ts'

const ended: ReadonlySet<string> = new Set(['done', 'withdrawn', 'forgotten', 'review', 'paused', 'failed'])

/** Where nothing is left to lose: closing asks no question. */
export function hasEnded({ view, trouble }: Pick<FrameState, 'view' | 'trouble'>): boolean {
  return view === undefined || trouble !== undefined || ended.has(view.step.name)
}
