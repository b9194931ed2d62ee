import { expect, test } from 'vitest'
import type { CoveredRange, Extent } from '../ledger/covered-range.ts'
import { coverageOf, describeCoverage, withNote } from './network-coverage.ts'

const timeOf = (block: number) => 1_700_000_000 + block * 600
const now = timeOf(1000)

const range = (extent: Extent, first: number, last: number, source = 'follow'): CoveredRange => ({
  ...{ network: 1, source, extent, first, last, readAt: now - 60 },
  ...{ firstTime: timeOf(first), lastTime: timeOf(last) },
})

const describe = (ranges: readonly CoveredRange[], isSeen: boolean) =>
  withNote(describeCoverage(coverageOf(ranges), { isSeen, now }))

test('has the state none if there is no data', () => {
  expect(coverageOf([])).toBeUndefined()
  expect(describe([], false)).toEqual({
    ...{ state: 'none', from: null, to: null, as_of: null, sources: [] },
    note: 'The ledger contains no transfers on this network.',
  })
})

test('is complete for every address if the chain was followed from its first block to the last day', () => {
  const followed = {
    ...{ state: 'complete', from: timeOf(0), to: timeOf(999), as_of: now - 60, sources: ['follow'] },
    note: 'The ledger contains every transfer on this network up to block 999.',
  }
  for (const isSeen of [true, false]) {
    expect(describe([range('blocks', 0, 999)], isSeen)).toEqual(followed)
    // Ranges from several sources are joined, and partial data does not matter.
    const joined = [range('blocks', 0, 500), range('transfers', 300, 400, 'files'), range('blocks', 501, 999)]
    expect(describe(joined, isSeen)).toEqual({ ...followed, sources: ['files', 'follow'] })
  }
})

test('has the state none for an address that does not occur in incomplete data', () => {
  for (const ranges of [
    [range('transfers', 0, 999)],
    [range('blocks', 2, 999)],
    [range('addresses', 0, 999)],
    // The newest block is more than a day old.
    [range('blocks', 0, 800)],
    [range('blocks', 0, 500), range('blocks', 502, 999)],
  ])
    expect(describe(ranges, false)).toMatchObject({ state: 'none', from: null, to: null, as_of: now - 60 })
})

test('is complete for a seen address if all sources report whole histories', () => {
  const world = [range('addresses', 10, 90, 'demo')]
  expect(describe(world, true)).toMatchObject({ state: 'complete', from: timeOf(10), to: timeOf(90) })
  expect(describe([...world, range('transfers', 20, 30)], true)).toMatchObject({ state: 'partial' })
})

test('is otherwise partial for a seen address, and names what is missing', () => {
  const noteOf = (...ranges: CoveredRange[]) => {
    const { state, note } = describe(ranges, true)
    expect(state).toBe('partial')
    return note
  }
  expect(noteOf(range('transfers', 0, 999))).toContain('Transfers to or from this address may be missing.')
  expect(noteOf(range('blocks', 0, 800))).toMatch(/: the blocks after 800\.$/)
  expect(noteOf(range('blocks', 2, 999))).toMatch(/: the blocks before 2, the blocks after 999\.$/)
  expect(noteOf(range('blocks', 0, 500), range('blocks', 502, 999))).toMatch(
    /: block 501, the blocks after 999\.$/,
  )
  const scattered = [0, 10, 20, 30, 40, 50].map((first) => range('blocks', first, first + 5))
  expect(noteOf(...scattered)).toContain('blocks 26 to 29, 2 more ranges of blocks, the blocks after 55')
})
