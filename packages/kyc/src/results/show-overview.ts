import type { Overview } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { type Statuses, statusesOf } from '../journeys/statuses.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { type Program, selectProgramsOf } from '../programs/program-store.ts'
import { type ProgramVersion, selectVersions } from '../programs/version-store.ts'
import {
  type FunnelRow,
  selectDurations,
  selectFunnel,
  selectOverviewDays,
  selectTotals,
} from './overview-store.ts'

type Step = Overview['funnels'][number]['steps'][number]

const dayMs = 86_400_000

/** Returns a merchant's activity for the given number of UTC days, including today. */
export async function showOverview(
  context: KycContext,
  { mchNo, days }: { mchNo: string; days: number },
): Promise<Omit<Overview, 'alerts'>> {
  const db = tablesOf(context)
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  const today = Math.floor(context.clock.now() / dayMs) * dayMs
  const since = new Date(today - (days - 1) * dayMs)
  const [from, to] = [dayOf(since), dayOf(new Date(today))]
  const programs = (await selectProgramsOf(db, merchant.id)).filter(({ test }) => !test)
  const programIds = programs.map(({ id }) => id)
  const failed = [...new Set(programs.map((program) => statusesOf(program).failed))]
  const duration = await selectDurations(db, { programIds, since })
  return {
    days: await selectOverviewDays(db, { merchantId: merchant.id, from, to }),
    totals: await selectTotals(db, merchant.id),
    funnels: funnelsOf(
      programs,
      await selectVersions(db, programIds),
      await selectFunnel(db, { programIds, since, failed }),
    ),
    duration: {
      people: duration.people,
      medianSeconds: seconds(duration.median),
      ninetyPercentSeconds: seconds(duration.ninety),
    },
  }
}

type Of = { programId: number; version: number }
const keyOf = ({ programId, version }: Of) => `${programId} ${version}`

/** Returns the steps of each program version, keyed by `keyOf`. */
function statusesByVersion(
  programs: readonly Program[],
  versions: readonly ProgramVersion[],
): Map<string, Statuses> {
  const kinds = new Map(programs.map(({ id, kind }) => [id, kind]))
  return new Map(
    versions.flatMap((version) => {
      const kind = kinds.get(version.programId)
      return kind ? [[keyOf(version), statusesOf({ ...version, kind })] as const] : []
    }),
  )
}

/** Returns the funnel of each program in which somebody started, those with the most people first. */
function funnelsOf(
  programs: readonly Program[],
  versions: readonly ProgramVersion[],
  rows: readonly FunnelRow[],
): Overview['funnels'] {
  const peopleIn = (id: number) =>
    rows.reduce((sum, { programId, people }) => (programId === id ? sum + people : sum), 0)
  return programs
    .filter(({ id }) => peopleIn(id) > 0)
    .toSorted((a, b) => peopleIn(b.id) - peopleIn(a.id) || (a.programNo < b.programNo ? -1 : 1))
    .map((program) => {
      const own = versions.filter(({ programId }) => programId === program.id)
      const { programNo, name, kind, id } = program
      const ofProgram = rows.filter(({ programId }) => programId === id)
      return { programNo, name, kind, steps: stepsOf(statusesByVersion([program], own), ofProgram) }
    })
}

/**
 * Merges the steps of all versions of a program into one list. A status comes after all statuses that precede it
 * in any version. Versions without a status, such as a version without a document step, do not affect the
 * position of that status.
 */
function stepsOf(byVersion: ReadonlyMap<string, Statuses>, rows: readonly FunnelRow[]): Step[] {
  const steps = new Map<string, Step>()
  for (const status of inOrder([...byVersion.values()].map(({ steps }) => steps)))
    steps.set(status, { status, reached: 0, waiting: 0, failed: [] })
  for (const row of rows) {
    const { reached, isFailed, reason, people } = row
    const statuses = byVersion.get(keyOf(row))
    const own = steps.get(reached)
    if (!statuses || !own) continue
    for (const status of statuses.steps.slice(0, statuses.steps.indexOf(reached) + 1)) {
      const step = steps.get(status)
      if (step) step.reached += people
    }
    if (isFailed) addFailure(own, reason ?? 'unknown', people)
    else if (reached !== statuses.passed) own.waiting += people
  }
  for (const { failed } of steps.values())
    failed.sort((a, b) => b.people - a.people || (a.reason < b.reason ? -1 : 1))
  return [...steps.values()]
}

function addFailure({ failed }: Step, reason: string, people: number): void {
  const known = failed.find((each) => each.reason === reason)
  if (known) known.people += people
  else failed.push({ reason, people })
}

function inOrder(sequences: readonly (readonly string[])[]): string[] {
  const all: string[] = []
  for (const sequence of sequences) {
    let position = 0
    for (const status of sequence) {
      const known = all.indexOf(status)
      if (known >= 0) position = known + 1
      else all.splice(position++, 0, status)
    }
  }
  return all
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function seconds(value: number | null): number | null {
  return value === null ? null : Math.max(0, Math.round(value))
}
