import type { FrameStep, WorkName } from '@touchstone/contract'
import type { JourneyState } from '../journey/journey-state.ts'

/** The automatic steps that run before the proof. All other automatic steps run after the proof. */
const before: readonly WorkName[] = ['screening', 'issue']

export function showWork({ program }: JourneyState, running: WorkName): FrameStep {
  const isBefore = before.includes(running)
  const names: WorkName[] = isBefore
    ? [...(program.checks.includes('sanction') ? (['screening'] as const) : []), 'issue']
    : ['mint', ...(program.mintMode === 'cross-chain' ? [] : (['on-chain'] as const))]
  const at = names.indexOf(running)
  return {
    name: 'working',
    works: names.map((name, index) => ({
      name,
      state: index < at ? 'done' : index === at ? 'running' : 'waiting',
    })),
  }
}
