import { targetsWith } from '../support/targets.ts'

/** Written down before the first run. */
export const target = targetsWith({
  'a page from the middle, of the first page': '1.1x: both are read from the end of an index',
  'the slowest page with a filter, of the first page': '1.2x: a filter leaves fewer ends to read from',
  'looking for one person, of the first page': '0.5x',
  'the first page of many people, of that of few': '1.3x: the index is deeper, and less of it is in memory',
  'overview of 90 days, of counting all journeys': '3x: a quarter of the rows, twice, one time sorted',
  'a busy address: the first page of transfers, of that of a quiet one':
    '1.5x: the newest movements are in its row and in one chunk; the account is a larger one',
  'a busy address: a page from the middle, of the first page':
    '1.5x: the chunks of the page are found by adding up sizes',
  'a busy address: the last page, of the first page': '1.5x: as one from the middle',
  'a busy address: the report, of the first page of its transfers':
    '5x: the score reads a bounded part of its history and follows it',
  'overview of 90 days, of that of 7 days': '10x: it grows with the journeys of the time',
})
