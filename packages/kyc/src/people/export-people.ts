import type { ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { csvLine } from '../csv.ts'
import { selectPeopleInOrder } from './people-store.ts'
import { type Filters, filterOf, type PersonSummary, toPersonSummary } from './search-people.ts'

const rowsAtOnce = 1000

const fields = [
  'svcId',
  'programNo',
  'programName',
  'kind',
  'status',
  'reason',
  'activityAt',
  'completedAt',
  'wallet',
  'ended',
  'test',
] as const satisfies readonly (keyof PersonSummary)[]

/**
 * Returns all matching people as chunks of a CSV file. Checks the input and logs the export before the first
 * chunk.
 */
export async function exportPeople(
  context: KycContext,
  { mchNo, ...filters }: Filters & { mchNo: string },
  by: ChangedBy,
): Promise<AsyncIterable<string>> {
  const db = tablesOf(context)
  const { merchantId, programs, filter } = await filterOf(db, mchNo, filters)
  const at = new Date(context.clock.now())
  const { programNo = null, status = null, from = null, to = null } = filters
  await insertAudit(context, db, {
    ...{ ...by, merchantId, action: 'people.exported', target: programNo ?? mchNo },
    ...{ detail: { status, from, to }, at },
  })
  return (async function* () {
    yield csvLine(fields)
    for (const { id: programId } of programs) {
      let afterPerson = 0
      for (;;) {
        const rows = await selectPeopleInOrder(db, { ...filter, programId, afterPerson, limit: rowsAtOnce })
        if (rows.length > 0)
          yield rows.map((row) => csvLine(cellsOf(toPersonSummary(context, programs, row)))).join('')
        afterPerson = rows.at(-1)?.personId ?? 0
        if (rows.length < rowsAtOnce) break
      }
    }
  })()
}

function cellsOf(person: PersonSummary): string[] {
  return fields.map((field) => String(person[field] ?? ''))
}
