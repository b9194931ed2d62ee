import { expect, test } from 'vitest'
import type { FetchedHistory } from '../ledger/fetched-history.ts'
import { issuedCoins } from '../sources/histories/history-source.ts'
import { describeFetched, type Unread } from './fetched-coverage.ts'
import { withNote } from './network-coverage.ts'

const now = 1_700_100_000
const history: FetchedHistory = {
  ...{ state: 'whole', through: 500, throughTime: now - 600, readAt: now - 60 },
  ...{ source: 'etherscan', lacks: [], size: 12 },
}
const none: Unread = { addresses: 0, because: undefined, lacks: [] }
const describe = (more: Partial<FetchedHistory>, unread = none, isSeen = true) =>
  withNote(describeFetched({ ...history, ...more }, { unread, from: now - 9000, now, isSeen }))

test('is complete if the history and all histories that the score needs were read', () => {
  expect(describe({})).toEqual({
    ...{ state: 'complete', from: now - 9000, to: now - 600, as_of: now - 60, sources: ['etherscan'] },
    note: 'The whole history of this address up to block 500 was read, as were the histories that the score depends on.',
  })
  // An address without transfers is known to be empty.
  expect(describe({}, none, false).state).toBe('complete')
  // Issued coins have no sender.
  expect(describe({ lacks: [issuedCoins] }).state).toBe('complete')
})

test('states what is missing', () => {
  const noteOf = (...call: Parameters<typeof describe>) => {
    const { state, note } = describe(...call)
    return [state, note]
  }
  expect(noteOf({ lacks: ['internal transfers', issuedCoins] })).toEqual([
    'partial',
    'The source does not report internal transfers.',
  ])
  // The sources of other histories on the path of the funds may report less.
  const onPath = { ...none, lacks: ['internal transfers', 'transfers of the native coin'] }
  expect(noteOf({ lacks: ['internal transfers'] }, onPath)).toEqual([
    'partial',
    'The source does not report internal transfers and transfers of the native coin.',
  ])
  // The second source answers, but stopped reading its chain.
  for (const old of [{ readAt: now - 90_000 }, { throughTime: now - 90_000 }])
    expect(noteOf(old)).toEqual([
      'partial',
      'The source has no blocks of the last day, or the history was last read more than a day ago.',
    ])
  expect(noteOf({}, { addresses: 1, because: 'budget', lacks: [] })).toEqual([
    'partial',
    "The history of 1 address was not read, because the query's budget was spent.",
  ])
  expect(noteOf({}, { addresses: 7, because: 'failed', lacks: [] })).toEqual([
    'partial',
    'The histories of 7 addresses were not read, because no source answered.',
  ])
  expect(noteOf({ state: 'busy', size: 90_000 }, none, false)).toEqual([
    'none',
    'The address has 90000 or more transfers, which is too many for its history to be read.',
  ])
})
