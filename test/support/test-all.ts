/**
 * Whether `npm test -- --all` was requested: both stores everywhere, more runs of each property, and longer
 * kill tests.
 */
export const testAll: boolean = process.env.TOUCHSTONE_TEST_ALL === '1'

/** Returns the number of runs for a property. The number is four times as high with `npm test -- --all`. */
export const runs = (ordinarily: number): number => (testAll ? 4 * ordinarily : ordinarily)

/**
 * Returns one in every `count` items of a list, evenly spread, or the whole list with `npm test -- --all`.
 */
export const oneIn = <Item>(count: number, list: readonly Item[]): readonly Item[] =>
  testAll ? list : list.filter((_, index) => index % count === 0)
