import type { FrameStep } from '@touchstone/contract'

/** The type of the step with the given name. */
export type StepOf<Name extends FrameStep['name']> = Extract<FrameStep, { name: Name }>
