/** Whether `npm test -- --all` asked for everything: both stores everywhere, more runs of properties, longer kills. */
export const testAll: boolean = process.env.TOUCHSTONE_TEST_ALL === '1'

/** How often a property is tried: four times as often with `npm test -- --all`. */
export const runs = (ordinarily: number): number => (testAll ? 4 * ordinarily : ordinarily)

/** One in so many of a list, from all over it; the whole list with `npm test -- --all`. */
export const oneIn = <Item>(count: number, list: readonly Item[]): readonly Item[] =>
  testAll ? list : list.filter((_, index) => index % count === 0)
