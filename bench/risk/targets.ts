import { targetsWith } from '../support/targets.ts'
import { predictions } from './predictions.ts'

export const target = targetsWith(predictions)

/** What a never-asked score of the hottest address may cost at p99, in bare look-ups (p50): about half a second. */
export const hottestBudget = 100

/** A few queries for each of ten hops, and those about the address itself; how many addresses there are is no matter. */
export const mostQueries = 36
