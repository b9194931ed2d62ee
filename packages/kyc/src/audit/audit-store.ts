import type { KycDb } from '../context.ts'

/**
 * `member`: a member who is signed in to the dashboard. `command-line`: an operator on the machine. `server`:
 * the server itself.
 */
export type AuditActor = 'member' | 'command-line' | 'server'

export type AuditEntry = {
  /** Null if the operator made the change. */
  merchantId: number | null
  memberId: number | null
  actor: AuditActor
  /** A stable name such as `member.added`. */
  action: string
  /**
   * The id of the changed object, such as a member number, a program number or a key id. Must not be personal
   * data, because the log is permanent.
   */
  target: string
  detail: Readonly<Record<string, string | number | boolean | null>>
  /** The network from which the request came, in the format that rate limits use. */
  network: string | null
  at: Date
}

/** `by`: the number of the member who made the change. */
export type AuditRow = Omit<AuditEntry, 'memberId'> & { id: number; by: string | null }

/** Selects a page of entries, newest first. `before` is the number of the last entry of the previous page. */
export async function selectAudit(
  db: KycDb,
  page: { merchantId: number | null; target?: string; before?: number; limit: number },
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit_log')
    .leftJoin('member', 'member.id', 'audit_log.member_id')
    .select([
      'audit_log.id',
      'merchant_id as merchantId',
      'member.member_no as by',
      'actor',
      'action',
      'target',
      'detail',
      'network',
      'at',
    ])
    .where('merchant_id', page.merchantId === null ? 'is' : '=', page.merchantId)
  if (page.target !== undefined) query = query.where('target', '=', page.target)
  if (page.before !== undefined) query = query.where('audit_log.id', '<', page.before)
  const rows = await query.orderBy('audit_log.id', 'desc').limit(page.limit).execute()
  return rows.map((row) => ({ ...row, detail: row.detail as unknown as AuditEntry['detail'] }))
}

/** The author of a change and the network from which the request came. */
export type ChangedBy = {
  actor: AuditActor
  memberId: number | null
  network: string | null
  /** Whether the session of the member has operator rights. Without it, the member's memberships decide. */
  isOperator?: boolean
}

/** An operator on the machine. The machine's own log records which person it was. */
export const byCommandLine: ChangedBy = { actor: 'command-line', memberId: null, network: null }

export const byServer: ChangedBy = { actor: 'server', memberId: null, network: null }

/** Defined in this file because the folder `merchants/` is in a higher layer. */
export async function selectMerchantId(db: KycDb, mchNo: string): Promise<number | undefined> {
  const row = await db.selectFrom('merchant').select('id').where('mch_no', '=', mchNo).executeTakeFirst()
  return row?.id
}
