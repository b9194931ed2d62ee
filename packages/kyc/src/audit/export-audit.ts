import { type KycContext, tablesOf } from '../context.ts'
import { csvLine } from '../csv.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { type AuditRow, insertAudit, selectAudit } from './audit-store.ts'
import type { ChangedBy } from './changed-by.ts'

const rowsAtOnce = 1000

const fields = ['id', 'at', 'actor', 'by', 'action', 'target', 'detail', 'network'] as const

/** The whole log of a merchant, or with `mchNo` left out of the operator's, the newest entry first, as a CSV file. */
export async function exportAudit(
  context: KycContext,
  { mchNo }: { mchNo: string | undefined },
  by: ChangedBy,
): Promise<AsyncIterable<string>> {
  const db = tablesOf(context)
  const merchant = mchNo === undefined ? undefined : await selectMerchantByNo(db, mchNo)
  if (mchNo !== undefined && !merchant) throw new InputError('merchant', 'is not known')
  const merchantId = merchant?.id ?? null
  const at = new Date(context.clock.now())
  const entry = { merchantId, action: 'audit.exported', target: mchNo ?? 'operator', detail: {}, at }
  await insertAudit(db, { ...by, ...entry })
  return (async function* () {
    yield csvLine(fields)
    let before: number | undefined
    for (;;) {
      const rows = await selectAudit(db, {
        merchantId,
        limit: rowsAtOnce,
        ...(before !== undefined && { before }),
      })
      if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('')
      before = rows.at(-1)?.id
      if (rows.length < rowsAtOnce) return
    }
  })()
}

function cellsOf({ id, at, actor, by, action, target, detail, network }: AuditRow): string[] {
  return [
    ...[String(id), at.toISOString(), actor, by ?? '', action, target],
    ...[JSON.stringify(detail), network ?? ''],
  ]
}
