import { targetsWith } from '../support/targets.ts'
import { predictions } from './predictions.ts'

export const target = targetsWith(predictions)
