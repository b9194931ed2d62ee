import type { AuditLog } from '@touchstone/contract'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { csvLine } from '../csv.ts'
import { InputError } from '../input-error.ts'
import {
  type AuditEntry,
  type AuditRow,
  type ChangedBy,
  selectAudit,
  selectMerchantId,
} from './audit-store.ts'
import { insertAudit } from './insert-audit.ts'

/** If `mchNo` is omitted, the change was made by the operator. */
export type Change = Pick<AuditEntry, 'action' | 'target' | 'detail'> & { mchNo?: string | undefined }

/**
 * Logs a change that another engine made. The KYC engine logs its own changes in the transactions that make
 * them.
 */
export async function recordChange(
  context: KycContext,
  { mchNo, ...change }: Change,
  by: ChangedBy,
): Promise<void> {
  const db = tablesOf(context)
  const merchantId = await ownerOfLog(db, mchNo)
  const at = new Date(context.clock.now())
  await insertAudit(context, db, { ...by, ...change, merchantId, at })
}

const pageSize = 100

/** Returns a page of a merchant's log, newest entry first. Without `mchNo`, returns the operator's log. */
export async function showAudit(
  context: KycContext,
  { mchNo, before }: { mchNo: string | undefined; before?: number },
): Promise<AuditLog> {
  const db = tablesOf(context)
  const merchantId = await ownerOfLog(db, mchNo)
  const rows = await selectAudit(db, {
    merchantId,
    limit: pageSize + 1,
    ...(before !== undefined && { before }),
  })
  return {
    entries: rows.slice(0, pageSize).map(({ merchantId: _, at, detail, ...entry }) => ({
      ...entry,
      detail: { ...detail },
      at: at.toISOString(),
    })),
    more: rows.length > pageSize,
  }
}

const rowsAtOnce = 1000

const fields = ['id', 'at', 'actor', 'by', 'member', 'action', 'target', 'detail', 'network'] as const

/** Looks up the e-mail addresses of members by their numbers. The log does not contain them. */
export type FindNames = (memberNos: readonly (string | null)[]) => Promise<ReadonlyMap<string, string>>

/**
 * Returns a merchant's complete log as a CSV file, newest entry first. Without `mchNo`, returns the
 * operator's log. Members are named as on the page, and by their numbers.
 */
export async function exportAudit(
  context: KycContext,
  { mchNo, findNames }: { mchNo: string | undefined; findNames: FindNames },
  by: ChangedBy,
): Promise<AsyncIterable<string>> {
  const db = tablesOf(context)
  const merchantId = await ownerOfLog(db, mchNo)
  const at = new Date(context.clock.now())
  const entry = { merchantId, action: 'audit.exported', target: mchNo ?? 'operator', detail: {}, at }
  await insertAudit(context, db, { ...by, ...entry })
  return (async function* () {
    yield csvLine(fields)
    let before: number | undefined
    for (;;) {
      const rows = await selectAudit(db, {
        merchantId,
        limit: rowsAtOnce,
        ...(before !== undefined && { before }),
      })
      const names = await findNames(rows.flatMap(({ by, target }) => [by, target]))
      if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row, names))).join('')
      before = rows.at(-1)?.id
      if (rows.length < rowsAtOnce) return
    }
  })()
}

function cellsOf(
  { id, at, actor, by, action, target, detail, network }: AuditRow,
  names: ReadonlyMap<string, string>,
): string[] {
  const nameOf = (memberNo: string) => names.get(memberNo) ?? memberNo
  return [
    ...[String(id), at.toISOString(), actor, nameOf(by ?? ''), by ?? '', action, nameOf(target)],
    ...[JSON.stringify(detail), network ?? ''],
  ]
}

/** Returns the id of the merchant to which a log belongs, or null for the operator's log. */
async function ownerOfLog(db: KycDb, mchNo: string | undefined): Promise<number | null> {
  if (mchNo === undefined) return null
  const merchantId = await selectMerchantId(db, mchNo)
  if (merchantId === undefined) throw new InputError('merchant', 'is not known')
  return merchantId
}
