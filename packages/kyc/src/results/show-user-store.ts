import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type UserDetailRow = {
  svcId: string
  ssiWallet: string
  createdAt: Date
  loginSealed: Uint8Array
  journeyId: number
  mchNo: string
  programNo: string
  /** Whether the person exists only in test programs. */
  test: boolean
  kind: string
  status: string
  attempt: number
  reasonCode: string | null
  journal: {
    seq: number
    attempt: number
    from: string | null
    to: string
    actor: string
    reason: string | null
    at: string
    evidence: string | null
  }[]
  /** The events of each account, keyed by the account's number. */
  accounts: { account: number; event: string; actor: string; reason: string | null; at: string }[]
}

/** Returns all data about one person, by svcId or by the fingerprint of a login or account. */
export async function selectUserDetail(
  db: KycDb,
  input: { svcId: string; loginFingerprint: Buffer; accountFingerprint: Buffer },
): Promise<UserDetailRow[]> {
  const { rows } = await sql<UserDetailRow>`
    select
      person.svc_id as "svcId",
      person.ssi_wallet as "ssiWallet",
      person.created_at as "createdAt",
      person.login_sealed as "loginSealed",
      journey.id as "journeyId",
      merchant.mch_no as "mchNo",
      program.program_no as "programNo",
      program.test,
      program.kind,
      journey.status,
      journey.attempt,
      journey.reason_code as "reasonCode",
      (
        select json_agg(json_build_object(
          'seq', seq, 'attempt', attempt, 'from', from_status, 'to', to_status, 'actor', actor, 'reason', reason_code,
          'at', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'evidence', encode(evidence_hash, 'hex')
        ) order by seq)
        from journal where journey_id = journey.id
      ) as journal,
      (
        select coalesce(json_agg(json_build_object(
          'account', account_id, 'event', event, 'actor', actor, 'reason', reason_code,
          'at', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by id), '[]')
        from account_event where journey_id = journey.id
      ) as accounts
    from person
    join journey on journey.person_id = person.id
    join program on program.id = journey.program_id
    join merchant on merchant.id = program.merchant_id
    where person.svc_id = ${input.svcId} or person.login_fingerprint = ${input.loginFingerprint}
      or person.id in (
        select journey.person_id from journey_account
        join journey on journey.id = journey_account.journey_id
        where journey_account.fingerprint = ${input.accountFingerprint}
      )
    order by person.svc_id, journey.id
  `.execute(db)
  return rows
}
