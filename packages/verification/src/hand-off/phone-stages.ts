import type { Stage } from '@touchstone/contract'

/** The stages that a phone does better than a computer: its camera or its position provides the data. */
export const phoneStages: ReadonlySet<Stage> = new Set<Stage>(['document', 'liveness', 'location', 'address'])
