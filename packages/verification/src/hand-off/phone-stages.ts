import type { Stage } from '@touchstone/contract'

/** Stages for which a phone is better suited than a computer, because they use its camera or its position. */
export const phoneStages: ReadonlySet<Stage> = new Set<Stage>(['document', 'liveness', 'location', 'address'])
