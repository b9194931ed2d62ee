import type { FrameStep } from '@touchstone/contract'

export type StepOf<Name extends FrameStep['name']> = Extract<FrameStep, { name: Name }>
