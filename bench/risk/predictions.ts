/**
 * What was expected of each target at the full sizes, by its words. Written before the first run of any size, from what
 * the code does: it had been made to be right, and never been timed. Money was followed over ten hops then and goes over
 * sixteen since; the predictions stayed as they were.
 */
const onEach = (transfers: string): Readonly<Record<string, string>> => ({
  [`ordinary score never asked, p50 of its overview, ${transfers}`]:
    '30x, missed: some ten questions one after another',
  [`ordinary score remembered, p50 of its overview, ${transfers}`]: '1.5x',
  [`hottest that is followed, never asked, p99 of a bare look-up, ${transfers}`]: '150x, missed',
  [`queries of the deepest question, ${transfers}`]: '25',
  [`most queries of any question, ${transfers}`]: '30',
  [`explanation of score, never asked, ordinary p50, ${transfers}`]: '1.0x',
  [`16 callers, never asked: scores/s of overviews/s, ${transfers}`]: '3%, missed',
  [`16 callers, remembered: scores/s of overviews/s, ${transfers}`]: '80%',
})

export const predictions: Readonly<Record<string, string>> = {
  ...onEach('2,000,000'),
  ...onEach('20,000,000'),
}
