import { byServer, type ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import {
  type ForgedRow,
  lockSigning,
  selectForgedRows,
  selectNothingToSign,
  selectRightsSigned,
  signUnsignedRows,
} from './signed-rows-store.ts'

/** Returns whether the rows of this store that grant rights have been signed. */
export async function areRightsSigned(context: KycContext): Promise<boolean> {
  return await selectRightsSigned(context, tablesOf(context))
}

/**
 * Signs the rows that grant rights in a store whose rows have no MACs yet. The rows are trusted as they are.
 * Therefore, set `hasRows` only when a store is upgraded or when the operator has checked the rows. Otherwise,
 * signs nothing and returns false if there are rows.
 */
export async function signRights(
  context: KycContext,
  { hasRows, by = byServer }: { hasRows: boolean; by?: ChangedBy },
): Promise<boolean> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      await lockSigning(db)
      if (await selectRightsSigned(context, db)) return true
      if (!hasRows && !(await selectNothingToSign(db))) return false
      const at = new Date(context.clock.now())
      const rows = await signUnsignedRows(context, db, at)
      const entry = { merchantId: null, action: 'rights.signed', target: 'store', detail: { rows }, at }
      if (rows > 0) await insertAudit(context, db, { ...by, ...entry })
      return true
    })
}

/** Returns the rows that grant rights but have a wrong MAC. */
export async function findForgedRows(context: KycContext): Promise<ForgedRow[]> {
  return await selectForgedRows(context, tablesOf(context))
}
