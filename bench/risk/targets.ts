export { scoreBudgetMs, scoresOfCore } from '../kyt/targets.ts'

/** What a never-asked score of the hottest address may take at p99: somebody waits for it. */
export const hottestBudgetMs = 500

/**
 * Three queries for each of sixteen hops, and those about the address itself; how many addresses it meets is no matter.
 * It was 36 while money was followed over ten hops, and was raised with them, after tries that took up to 44.
 */
export const mostQueries = 54

/** Of the addresses that are asked for: never one question for each of them. */
export const mostQueriesOfAddress = 0.25
