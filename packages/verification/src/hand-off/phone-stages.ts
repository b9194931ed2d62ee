import type { Stage } from '@touchstone/contract'

/** Stages that need a camera or a position, for which a phone is better suited than a computer. */
export const phoneStages: ReadonlySet<Stage> = new Set<Stage>(['document', 'liveness', 'location', 'address'])
