import type { Stage } from '@touchstone/contract'

/** What a phone can do better than a desk: all of it is seen or known by the device itself. */
export const phoneStages: ReadonlySet<Stage> = new Set<Stage>(['document', 'liveness', 'location', 'address'])
