import { percentile } from '../../bench/support/numbers.ts'
import { shown, type Table, type Target } from '../../bench/support/report.ts'
import { type PhotoResult, photoCounts } from './evaluate-photos.ts'

/** Returns one row per picture, with the number of wrong characters but not the characters themselves. */
export function photoTable(results: readonly PhotoResult[]): Table {
  return {
    title: 'Public photos and scans of specimen documents, one picture each',
    head: ['photo', 'zone', 'wrong characters', 'said', 'why', 'CPU ms'],
    rows: results.map(({ file, shape, wrongCharacters, status, reasons, milliseconds }) => [
      file,
      shape,
      wrongCharacters === undefined ? 'not read' : String(wrongCharacters),
      status,
      listed(reasons),
      shown.count(milliseconds),
    ]),
  }
}

/** Lists only the first four reasons, because a completely misread zone has very many. */
function listed(reasons: readonly string[]): string {
  const most = 4
  const more = reasons.length > most ? ` and ${reasons.length - most} more` : ''
  return reasons.slice(0, most).join(' ') + more
}

export function photoTargets(
  results: readonly PhotoResult[],
  make: (what: string, wanted: string, seen: string, met: boolean) => Target,
): Target[] {
  const { photos, right, accepted, wrongAccepted } = photoCounts(results)
  const share = (what: string, part: number, least: number) =>
    make(what, `at least ${shown.percent(least)}`, `${part} of ${photos}`, part >= photos * least)
  const p95 =
    percentile(
      results.map(({ milliseconds }) => milliseconds),
      0.95,
    ) / 1000
  return [
    share('photos with every field read correctly', right, 0.75),
    share('photos accepted from one picture', accepted, 0.6),
    make('photos wrongly accepted', '0', `${wrongAccepted} of ${photos}`, wrongAccepted === 0),
    make('photos, zone and print, CPU time, p95', 'under 4 s', `${p95.toFixed(2)} s`, p95 < 4),
  ]
}
