import {
  journeyStatuses,
  type PeopleExport,
  type PeoplePage,
  type PeopleSearch,
  peoplePerPage,
  type Static,
} from '@touchstone/contract'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { accountFingerprint } from '../journeys/account.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { type Program, selectProgramsOf } from '../programs/program-store.ts'
import { accountColumn } from '../sealed-columns.ts'
import {
  countPeople,
  type PeopleFilter,
  type PeoplePlace,
  type PeopleRow,
  selectFoundPeople,
  selectPeople,
} from './people-store.ts'

export type PersonSummary = PeoplePage['people'][number]
export type Filters = Static<typeof PeopleExport>

const dayMs = 86_400_000

/** Returns a page of people in a merchant's programs, newest activity first. */
export async function searchPeople(
  context: KycContext,
  { mchNo, find, after, ...filters }: Static<typeof PeopleSearch> & { mchNo: string },
): Promise<PeoplePage> {
  const db = tablesOf(context)
  const { programs, filter } = await filterOf(db, mchNo, filters, { withTest: find !== undefined })
  const place = after === undefined ? undefined : readCursor(after)
  const query = { ...filter, after: place, limit: peoplePerPage + 1 }
  // PostgreSQL text cannot contain this character, so no stored value can match.
  const text = find?.replaceAll('\0', '').trim()
  const rows =
    text === undefined
      ? await selectPeople(db, query)
      : await selectFoundPeople(db, {
          ...query,
          find: { text, fingerprint: accountFingerprint(context.vault, text) },
        })
  const page = rows.slice(0, peoplePerPage)
  const last = page.at(-1)
  const isCounted = text === undefined && !filters.status && !filters.from && !filters.to
  return {
    people: page.map((row) => toPersonSummary(context, programs, row)),
    total: isCounted ? await countPeople(db, filter.programIds) : null,
    next: rows.length > page.length && last ? writeCursor(last) : null,
  }
}

/**
 * Returns the requested programs and the remaining filter. Reports another merchant's program as unknown. Test
 * programs are included only if they are named, or if `withTest` is set.
 */
export async function filterOf(
  db: KycDb,
  mchNo: string,
  { programNo, status, from, to }: Filters,
  { withTest = false }: { withTest?: boolean } = {},
): Promise<{ merchantId: number; programs: readonly Program[]; filter: PeopleFilter }> {
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  const programs = (await selectProgramsOf(db, merchant.id)).filter((program) =>
    programNo === undefined ? withTest || !program.test : program.programNo === programNo,
  )
  if (programNo !== undefined && programs.length === 0) throw new InputError('program number', 'is not known')
  const until = to === undefined ? undefined : new Date(dayOf('to', to).getTime() + dayMs)
  return {
    merchantId: merchant.id,
    programs,
    filter: {
      programIds: programs.map(({ id }) => id),
      statuses: status === undefined ? journeyStatuses : [status],
      from: from === undefined ? undefined : dayOf('from', from),
      until,
    },
  }
}

export function toPersonSummary(
  { vault }: Pick<KycContext, 'vault'>,
  programs: readonly Program[],
  row: PeopleRow,
): PersonSummary {
  const program = programs.find(({ id }) => id === row.programId)
  if (!program) throw new Error('the journey has no program')
  const { walletSealed, walletFingerprint } = row
  return {
    svcId: row.svcId,
    programNo: program.programNo,
    programName: program.name,
    test: program.test,
    kind: program.kind,
    status: row.status as PersonSummary['status'],
    reason: row.reasonCode,
    activityAt: row.activityAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    wallet:
      walletSealed && walletFingerprint
        ? vault.open(walletSealed, accountColumn.at(row.id, walletFingerprint))
        : null,
    ended: row.withdrawnAt !== null,
  }
}

function dayOf(field: string, day: string): Date {
  const time = new Date(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
  if (!isDay) throw new InputError(field, 'must be a day such as 2026-11-15')
  return time
}

/** Encodes the start of the next page as opaque text. */
function writeCursor({ activityAt, id }: PeoplePlace): string {
  return Buffer.from(`${activityAt.getTime()}.${id}`).toString('base64url')
}

function readCursor(text: string): PeoplePlace {
  const [, time, id] = /^([0-9]{1,15})\.([0-9]{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const activityAt = new Date(Number(time))
  if (id === undefined || Number.isNaN(activityAt.getTime()))
    throw new InputError('after', 'is not a valid page cursor: start with the first page')
  return { activityAt, id: Number(id) }
}
