import type { FrameStep } from '@touchstone/contract'

/** The step with the given name, as its screen receives it. */
export type StepOf<Name extends FrameStep['name']> = Extract<FrameStep, { name: Name }>
