import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type UserRow = {
  svcId: string
  status: string
  completedAt: Date | null
  ssiWallet: string
  loginSealed: Uint8Array
  /** The accounts for which the result is shared. Null if there are none. */
  accounts:
    | {
        kind: 'wallet' | 'email' | 'other'
        chainId: string
        journeyId: number
        /** Hexadecimal. */
        fingerprint: string
        sealed: string
      }[]
    | null
  tokens: { chainId: string; tokenId: string }[] | null
}

/**
 * Returns one page of a program's users, newest activity first, then by svcId. Finds the page's bucket by
 * adding up bucket sizes, so that it skips at most one bucket of users for any page.
 */
export async function selectUsersPage(
  db: KycDb,
  input: { programId: number; offset: number; limit: number },
): Promise<{ total: number; rows: UserRow[] }> {
  const { programId, offset, limit } = input
  const { rows } = await sql<UserRow & { total: number }>`
    with summed as (
      select bucket, sum(size) over (order by bucket desc) - size as before
      from user_bucket
      where program_id = ${programId} and size > 0
    ),
    first_bucket as (
      select bucket, before from summed where before <= ${offset}::bigint order by before desc limit 1
    ),
    page as (
      select id, person_id, svc_id, ssi_wallet, status, completed_at, bucket, activity_at
      from journey
      where program_id = ${programId} and bucket <= (select bucket from first_bucket)
        and withdrawn_at is null
      order by bucket desc, activity_at desc, svc_id
      offset (select ${offset}::bigint - before from first_bucket)
      limit ${limit}
    )
    select
      program_total.users as total,
      page.svc_id as "svcId",
      page.status,
      page.completed_at as "completedAt",
      page.ssi_wallet as "ssiWallet",
      person.login_sealed as "loginSealed",
      case when page.completed_at is not null then (
        select json_agg(json_build_object(
          'kind', account.kind, 'chainId', account.chain_id, 'journeyId', account.journey_id,
          'fingerprint', encode(account.fingerprint, 'hex'), 'sealed', encode(account.sealed, 'base64')
        ) order by account.kind <> 'wallet', account.granted_at, account.chain_id, account.fingerprint)
        from journey_account account
        where account.journey_id = page.id and account.kind <> 'login' and account.granted_at is not null
          and account.revoked_at is null
      ) end as accounts,
      case when page.completed_at is not null then (
        select json_agg(json_build_object('chainId', chain_id, 'tokenId', token_id) order by minted_at desc, chain_id)
        from soulbound_token where journey_id = page.id
      ) end as tokens
    from program_total
    left join page on true
    left join person on person.id = page.person_id
    where program_total.program_id = ${programId}
    order by page.bucket desc, page.activity_at desc, page.svc_id
  `.execute(db)
  const total = rows[0]?.total ?? 0
  return { total, rows: rows.filter((row) => row.svcId !== null) }
}
