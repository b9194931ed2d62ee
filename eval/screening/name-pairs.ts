import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildIndex,
  type EntryKind,
  entryKinds,
  type ListEntry,
  screen,
  screeningPolicy,
} from '@touchstone/screening'
import { parse } from 'csv-parse/sync'
import type { LoadedList } from '../../bench/screening/load-lists.ts'
import { shown, type Table, type Target } from '../../bench/support/report.ts'
import { shareAbove, thresholdFor } from './measure.ts'

type Row = Readonly<Record<'schema' | 'name1' | 'name2' | 'is_match' | 'logic_v2_score', string>>
type Pair = { readonly isPerson: boolean; readonly isMatch: boolean; readonly scores: Scores }
type Scores = Readonly<Record<Scorer, number>>

const scorers = ['ours', 'ours, among the lists', 'logic-v2'] as const
type Scorer = (typeof scorers)[number]

const falseShare = 0.1
const seenFrom = 0.3
/** The lowest score at which the algorithm logic-v2 considers a pair a match. */
const matchOfLogic = 0.7

/**
 * Evaluates OpenSanctions' deliberately difficult name pairs: one name of each pair is listed, and the other
 * one is queried. Runs once with only the pairs in the index, and once with all lists added.
 */
export function measureNamePairs(
  folder: string,
  lists: readonly LoadedList[],
): { table: Table; targets: Target[] } | undefined {
  const file = join(folder, 'name_pairs.csv')
  if (!existsSync(file)) return undefined
  const rows = parse(readFileSync(file), { columns: true, bom: true }) as Row[]
  const pairsList = {
    list: 'pairs',
    version: '1',
    publishedAt: null,
    entries: rows.map((row, at) => asEntry(row, String(at))),
  }
  const alone = buildIndex([pairsList], { kinds: entryKinds })
  const among = buildIndex([...lists, pairsList], { kinds: entryKinds })
  const scoreIn = (index: typeof alone, { name1 }: Row, at: number) =>
    screen(index, { names: [name1] }, { threshold: seenFrom, limit: 200 }).hits.find(
      ({ list, entryId }) => list === pairsList.list && entryId === String(at),
    )?.score ?? 0
  const pairs = rows.map(
    (row, at): Pair => ({
      isPerson: row.schema === 'Person',
      isMatch: row.is_match === 'true',
      scores: {
        ours: scoreIn(alone, row, at),
        'ours, among the lists': scoreIn(among, row, at),
        'logic-v2': Number(row.logic_v2_score),
      },
    }),
  )
  const groups = {
    persons: pairs.filter(({ isPerson }) => isPerson),
    'all other kinds': pairs.filter(({ isPerson }) => !isPerson),
    'all kinds': pairs,
  }
  const foundAt = (group: readonly Pair[], scorer: Scorer) => {
    const threshold = thresholdFor(scoresOf(group, scorer, false), falseShare)
    return { threshold, found: shareAbove(scoresOf(group, scorer, true), threshold) }
  }
  const table: Table = {
    title:
      'OpenSanctions name pairs, one name listed and one queried: matches found at a false-positive rate of 10%, and at the default threshold',
    head: ['pairs', 'score', 'matches', 'others', 'found', 'threshold', 'shipped: found', 'shipped: false'],
    rows: Object.entries(groups).flatMap(([name, group]) =>
      scorers.map((scorer) => {
        const { threshold, found } = foundAt(group, scorer)
        const shipped = scorer === 'logic-v2' ? matchOfLogic : screeningPolicy.threshold
        const [matches, others] = [scoresOf(group, scorer, true), scoresOf(group, scorer, false)]
        return [
          name,
          scorer,
          shown.count(matches.length),
          shown.count(others.length),
          shown.percent(found),
          threshold.toFixed(3),
          shown.percent(shareAbove(matches, shipped)),
          shown.percent(shareAbove(others, shipped)),
        ]
      }),
    ),
  }
  const other = groups['all other kinds']
  return {
    table,
    targets: [
      target(
        'matching pairs of persons found at a false-positive rate of 10%',
        foundAt(groups.persons, 'ours').found,
        0.65,
      ),
      target(
        'matching pairs of other kinds found at a false-positive rate of 10%',
        foundAt(other, 'ours').found,
        foundAt(other, 'logic-v2').found,
      ),
    ],
  }
}

const scoresOf = (group: readonly Pair[], scorer: Scorer, isMatch: boolean) =>
  group.filter((pair) => pair.isMatch === isMatch).map(({ scores }) => scores[scorer])

const target = (what: string, seen: number, wanted: number): Target => ({
  what,
  seen: seen.toFixed(3),
  wanted: `at least ${wanted.toFixed(3)}`,
  met: seen >= wanted,
})

const kinds: Readonly<Record<string, EntryKind>> = { Person: 'person', Vessel: 'vessel' }

const asEntry = ({ schema, name2 }: Row, id: string): ListEntry => ({
  id,
  kind: kinds[schema] ?? 'organisation',
  names: [{ text: name2, quality: 'primary' }],
  birthDates: [],
  nationalities: [],
  documents: [],
  programs: [],
  cryptoAddresses: [],
})
