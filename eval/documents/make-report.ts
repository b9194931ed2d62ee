import { percentile } from '../../bench/support/numbers.ts'
import { type PartReport, shown, type Table, type Target } from '../../bench/support/report.ts'
import type { ProofTally } from './evaluate-proofs.ts'
import type { Trap } from './evaluate-traps.ts'
import { predictions } from './predictions.ts'
import { type Tally, tallyHead, tallyRow } from './tally.ts'

export type Found = {
  mild: Tally
  strong: Tally
  bare: Tally[]
  others: Tally[]
  unseen: Tally[]
  frames: Tally[]
  traps: Trap[]
  proofs: ProofTally[]
  baseline: Record<'mild' | 'strong', { pages: number; exact: number } | undefined>
}

export function makeReport(found: Found, quick: boolean): PartReport {
  const tallies = [found.mild, found.strong, ...found.bare, ...found.others, ...found.unseen, ...found.frames]
  const targets = targetsOf(found, tallies)
  const missed = targets.filter(({ met }) => !met).length
  const warnings = [
    missed === 0 ? 'All targets are met.' : `${missed} of ${targets.length} targets are MISSED.`,
  ]
  if (quick) warnings.push('So few pages are to try it, not to quote.')
  return {
    tables: [
      table('Pages read with their print (the targets)', [found.mild, found.strong]),
      table('The zone alone, without the print', found.bare),
      table('Other levels and a small picture', found.others),
      table('Disturbances that were never trained on, on mild pages', found.unseen),
      table('Several frames', found.frames),
      trapTable(found.traps),
      proofTable(found.proofs),
      baselineTable(found),
      missTable(tallies),
      reasonTable(tallies),
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
    title: 'What must not be accepted',
    head: ['trap', 'tried', 'accepted', 'told why'],
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

function baselineTable({ baseline, bare }: Found): Table {
  return {
    title: 'The same pages by mrz-detection 0.4.1 (exact)',
    head: ['level', 'pages', 'mrz-detection', 'this reader'],
    rows: (['mild', 'strong'] as const).map((level, index) => {
      const of = baseline[level]
      return [
        level,
        String(of?.pages ?? 0),
        of ? String(of.exact) : 'not installed',
        String(bare[index]?.exact ?? 0),
      ]
    }),
  }
}

/** Never a character of a page: how many were wrong says enough. */
function missTable(tallies: readonly Tally[]): Table {
  return {
    title: 'Pages that were not read exactly',
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
    title: 'Why pages were not accepted',
    head: ['reason', 'pages'],
    rows: [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => [reason, String(count)]),
  }
}

function targetsOf(found: Found, tallies: readonly Tally[]): Target[] {
  const make = (what: string, wanted: string, seen: string, met: boolean): Target => {
    const predicted = predictions[what]
    return { what, wanted, seen, met, ...(predicted !== undefined && { predicted }) }
  }
  const share = (what: string, part: number, whole: number, least: number) =>
    make(what, `at least ${shown.percent(least)}`, `${part} of ${whole}`, part >= whole * least)
  const none = (what: string, count: number, of: number) => make(what, '0', `${count} of ${of}`, count === 0)
  const seconds = (what: string, samples: readonly number[], most: number) => {
    const p95 = percentile(samples, 0.95) / 1000
    return make(what, `under ${most} s`, `${p95.toFixed(2)} s`, p95 < most)
  }
  const pages = tallies.reduce((sum, tally) => sum + tally.pages, 0)
  const wrong = tallies.reduce((sum, tally) => sum + tally.wrongAccepted, 0)
  const [digits, print, ...without] = found.traps
  const proofs = found.proofs.reduce(
    (sum, tally) => ({
      tried: sum.tried + tally.tried,
      right: sum.right + tally.right,
      wrong: sum.wrong + tally.wrongAccepted,
    }),
    { tried: 0, right: 0, wrong: 0 },
  )
  const pictures = without.reduce((sum, trap) => sum + trap.tried, 0)
  return [
    share('mild pages read exactly', found.mild.exact, found.mild.pages, 0.95),
    share('strong pages read exactly', found.strong.exact, found.strong.pages, 0.85),
    none('wrong pages accepted as right', wrong, pages),
    share('mild pages accepted', found.mild.accepted, found.mild.pages, 0.9),
    seconds(
      'zone alone, CPU time, p95',
      found.bare.flatMap(({ milliseconds }) => milliseconds),
      1.5,
    ),
    seconds('zone and print, CPU time, p95', [...found.mild.milliseconds, ...found.strong.milliseconds], 4),
    none('wrong check digits accepted', digits?.accepted ?? 0, digits?.tried ?? 0),
    none('contradicting print accepted', print?.accepted ?? 0, print?.tried ?? 0),
    none(
      'pictures without a zone accepted',
      without.reduce((sum, trap) => sum + trap.accepted, 0),
      pictures,
    ),
    share('proofs judged as they should be', proofs.right, proofs.tried, 0.85),
    none('proofs accepted that should not be', proofs.wrong, proofs.tried),
  ]
}
