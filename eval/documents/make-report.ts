import { howToCompare } from '../../bench/documents/load-mrz-detection.ts'
import { percentile } from '../../bench/support/numbers.ts'
import { type PartReport, shown, type Table, type Target } from '../../bench/support/report.ts'
import type { PhotoResult } from './evaluate-photos.ts'
import type { ProofTally } from './evaluate-proofs.ts'
import type { Trap } from './evaluate-traps.ts'
import { photoTable, photoTargets } from './report-photos.ts'
import { type Tally, tallyHead, tallyRow } from './tally.ts'

export const parts = ['pages', 'zone', 'sides', 'small', 'traps', 'photos', 'proofs'] as const
export type Part = (typeof parts)[number]

/** The measured results. Results of parts that were not requested are undefined. */
export type Found = {
  pages?: { mild: Tally; strong: Tally }
  zone?: { mild: Tally; strong: Tally; baseline: Record<'mild' | 'strong', Baseline> }
  sides?: { levels: Tally[]; unseen: Tally[]; frames: Tally[] }
  small?: Tally[]
  traps?: Trap[]
  photos?: PhotoResult[]
  proofs?: ProofTally[]
}

type Baseline = { pages: number; exact: number } | undefined

export function makeReport(found: Found, quick: boolean): PartReport {
  const { pages, zone, sides, small, traps, photos, proofs } = found
  const tallies = [
    ...(pages ? [pages.mild, pages.strong] : []),
    ...(zone ? [zone.mild, zone.strong] : []),
    ...(sides ? [...sides.levels, ...sides.unseen, ...sides.frames] : []),
    ...(small ?? []),
  ]
  const targets = targetsOf(found, tallies)
  const missed = targets.filter(({ met }) => !met).length
  const warnings = [
    missed === 0 ? 'All targets are met.' : `${missed} of ${targets.length} targets are MISSED.`,
  ]
  if (zone !== undefined && zone.baseline.mild === undefined) warnings.push(howToCompare)
  if (quick) warnings.push('Too few pages for published figures.')
  return {
    tables: [
      ...(pages ? [table('Zone and print (targets)', [pages.mild, pages.strong])] : []),
      ...(zone ? [table('Zone only', [zone.mild, zone.strong]), baselineTable(zone)] : []),
      ...(sides
        ? [
            table('Other levels and a small picture', sides.levels),
            table('Disturbances absent from training, on mild pages', sides.unseen),
            table('Several frames', sides.frames),
          ]
        : []),
      ...(small ? [table('Small pictures in which the page fills the frame', small)] : []),
      ...(traps ? [trapTable(traps)] : []),
      ...(photos ? [photoTable(photos)] : []),
      ...(proofs ? [proofTable(proofs)] : []),
      ...(tallies.length > 0 ? [missTable(tallies), reasonTable(tallies)] : []),
    ],
    targets,
    data: found,
    warnings,
  }
}

function table(title: string, tallies: readonly Tally[]): Table {
  return { title, head: tallyHead, rows: tallies.map(tallyRow) }
}

function trapTable(traps: readonly Trap[]): Table {
  return {
    title: 'Pages that must not be accepted',
    head: ['trap', 'tried', 'accepted', 'with reason'],
    rows: traps.map((trap) => [
      trap.what,
      String(trap.tried),
      String(trap.accepted),
      `${trap.refusedWithCode} of ${trap.tried}`,
    ]),
  }
}

function proofTable(proofs: readonly ProofTally[]): Table {
  return {
    title: 'Proofs of address',
    head: ['letters', 'tried', 'judged right', 'wrong accepted', 'date', 'address', 'kind', 'CPU p95 ms'],
    rows: proofs.map((tally) => [
      tally.group,
      String(tally.tried),
      String(tally.right),
      String(tally.wrongAccepted),
      String(tally.date),
      String(tally.address),
      String(tally.kind),
      shown.count(percentile(tally.milliseconds, 0.95)),
    ]),
  }
}

function baselineTable(zone: NonNullable<Found['zone']>): Table {
  return {
    title: 'Pages read exactly: mrz-detection 0.4.1 and this reader',
    head: ['level', 'pages', 'mrz-detection', 'this reader'],
    rows: (['mild', 'strong'] as const).map((level) => {
      const of = zone.baseline[level]
      const { pages, exact } = zone[level]
      return [level, String(pages), of ? String(of.exact) : 'not installed', String(exact)]
    }),
  }
}

/** Lists misread pages with their number of wrong characters, but never the characters themselves. */
function missTable(tallies: readonly Tally[]): Table {
  return {
    title: 'Pages not read exactly',
    head: ['group', 'page', 'kind', 'wrong characters', 'said'],
    rows: tallies
      .flatMap(({ misses }) => misses)
      .slice(0, 60)
      .map((miss) => [
        miss.group,
        String(miss.index),
        miss.kind,
        miss.wrongCharacters === undefined ? 'not found' : String(miss.wrongCharacters),
        miss.status,
      ]),
  }
}

function reasonTable(tallies: readonly Tally[]): Table {
  const counts = new Map<string, number>()
  for (const { reasons } of tallies) {
    for (const [reason, count] of Object.entries(reasons))
      counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return {
    title: 'Reasons for rejected pages',
    head: ['reason', 'pages'],
    rows: [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => [reason, String(count)]),
  }
}

function targetsOf(found: Found, tallies: readonly Tally[]): Target[] {
  const make = (what: string, wanted: string, seen: string, met: boolean): Target => ({
    what,
    wanted,
    seen,
    met,
  })
  const share = (what: string, part: number, whole: number, least: number) =>
    make(what, `at least ${shown.percent(least)}`, `${part} of ${whole}`, part >= whole * least)
  const none = (what: string, count: number, of: number) => make(what, '0', `${count} of ${of}`, count === 0)
  const seconds = (what: string, samples: readonly number[], most: number) => {
    const p95 = percentile(samples, 0.95) / 1000
    return make(what, `under ${most} s`, `${p95.toFixed(2)} s`, p95 < most)
  }
  const { pages, zone, traps, photos, proofs } = found
  const read = tallies.reduce((sum, tally) => sum + tally.pages, 0)
  const wrong = tallies.reduce((sum, tally) => sum + tally.wrongAccepted, 0)
  const targets: Target[] = []
  if (pages) {
    const { mild, strong } = pages
    targets.push(
      share('mild pages read exactly', mild.exact, mild.pages, 0.95),
      share('strong pages read exactly', strong.exact, strong.pages, 0.85),
      share('mild pages accepted', mild.accepted, mild.pages, 0.9),
      seconds('zone and print, CPU time, p95', [...mild.milliseconds, ...strong.milliseconds], 4),
    )
  }
  if (tallies.length > 0) targets.push(none('pages accepted with an error', wrong, read))
  if (zone) {
    const samples = [...zone.mild.milliseconds, ...zone.strong.milliseconds]
    targets.push(seconds('zone alone, CPU time, p95', samples, 1.5))
  }
  if (traps) {
    const [digits, print, ...without] = traps
    const sum = (of: (trap: Trap) => number) => without.reduce((total, trap) => total + of(trap), 0)
    targets.push(
      none('wrong check digits accepted', digits?.accepted ?? 0, digits?.tried ?? 0),
      none('contradicting print accepted', print?.accepted ?? 0, print?.tried ?? 0),
      none(
        'pictures without a zone accepted',
        sum(({ accepted }) => accepted),
        sum(({ tried }) => tried),
      ),
    )
  }
  if (photos) targets.push(...photoTargets(photos, make))
  if (proofs) {
    const sum = (of: (tally: ProofTally) => number) => proofs.reduce((total, tally) => total + of(tally), 0)
    targets.push(
      share(
        'proofs judged correctly',
        sum(({ right }) => right),
        sum(({ tried }) => tried),
        0.85,
      ),
      none(
        'proofs wrongly accepted',
        sum(({ wrongAccepted }) => wrongAccepted),
        sum(({ tried }) => tried),
      ),
    )
  }
  return targets
}
