import { targetsWith } from '../support/targets.ts'

/** Written down before the first run. */
export const target = targetsWith({
  'a page from the middle, of the first page': '1.1x: both are read from the end of an index',
  'the slowest page with a filter, of the first page': '1.2x: a filter leaves fewer ends to read from',
  'looking for one person, of the first page': '0.5x',
  'the first page of many people, of that of few': '1.3x: the index is deeper, and less of it is in memory',
  'overview of 90 days, of counting all journeys': '3x: a quarter of the rows, twice, one time sorted',
  'overview of 90 days, of that of 7 days': '10x: it grows with the journeys of the time',
})
