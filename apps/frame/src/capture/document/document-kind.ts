import type { FrameStep } from '@touchstone/contract'

export type DocumentKind = Extract<FrameStep, { name: 'document' }>['kinds'][number]
