/**
 * Whether `npm test -- --all` requested everything: both stores everywhere, more property runs, longer kill tests.
 */
export const testAll: boolean = process.env.TOUCHSTONE_TEST_ALL === '1'

/** Returns the number of runs for a property, which is four times as high with `npm test -- --all`. */
export const runs = (ordinarily: number): number => (testAll ? 4 * ordinarily : ordinarily)

/** Returns one in every `count` items of a list, evenly spread; the whole list with `npm test -- --all`. */
export const oneIn = <Item>(count: number, list: readonly Item[]): readonly Item[] =>
  testAll ? list : list.filter((_, index) => index % count === 0)
