import type { FrameStep } from '@touchstone/contract'

/** The step of a name, as its screen takes it. */
export type StepOf<Name extends FrameStep['name']> = Extract<FrameStep, { name: Name }>
