/** Whether `npm test -- --all` asked for everything: both stores everywhere, more runs of properties, longer kills. */
export const testAll: boolean = process.env.TOUCHSTONE_TEST_ALL === '1'
