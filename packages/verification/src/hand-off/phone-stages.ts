import type { Stage } from '@touchstone/contract'

/**
 * The stages that need a camera or the device's position, for which a phone is better suited than a computer.
 */
export const phoneStages: ReadonlySet<Stage> = new Set<Stage>(['document', 'liveness', 'location', 'address'])
