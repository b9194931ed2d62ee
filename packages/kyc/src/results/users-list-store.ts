import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type UserRow = {
  journeyId: number
  personId: number
  svcId: string
  status: string
  completedAt: Date | null
  ssiWallet: string
  loginSealed: Uint8Array
}

/**
 * One page of a program's users, newest activity first, ties by svcId. The page's bucket is found by adding up bucket
 * sizes; at most one bucket's worth of users is then skipped, whichever page is asked for.
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
      order by bucket desc, activity_at desc, svc_id
      offset (select ${offset}::bigint - before from first_bucket)
      limit ${limit}
    )
    select
      program_total.users as total,
      page.id as "journeyId",
      page.person_id as "personId",
      page.svc_id as "svcId",
      page.status,
      page.completed_at as "completedAt",
      page.ssi_wallet as "ssiWallet",
      person.login_sealed as "loginSealed"
    from program_total
    left join page on true
    left join person on person.id = page.person_id
    where program_total.program_id = ${programId}
    order by page.bucket desc, page.activity_at desc, page.svc_id
  `.execute(db)
  const total = rows[0]?.total ?? 0
  return { total, rows: rows.filter((row) => row.svcId !== null) }
}

export type AccountRow = {
  personId: number
  kind: 'login' | 'wallet' | 'email' | 'other'
  chainId: string
  sealed: Uint8Array
}

/** How a merchant knows these people: wallets first, then in the order in which they were bound. */
export async function selectAccounts(
  db: KycDb,
  input: { merchantId: number; personIds: readonly number[] },
): Promise<AccountRow[]> {
  if (input.personIds.length === 0) return []
  return await db
    .selectFrom('account')
    .select(['person_id as personId', 'kind', 'chain_id as chainId', 'sealed'])
    .where('merchant_id', '=', input.merchantId)
    .where(sql<boolean>`person_id = any(${[...input.personIds]}::bigint[])`)
    .where('kind', '<>', 'login')
    .orderBy(sql`kind <> 'wallet'`)
    .orderBy('created_at')
    .orderBy('chain_id')
    .orderBy('fingerprint')
    .execute()
}

export type TokenRow = { journeyId: number; chainId: string; tokenId: string }

export async function selectTokens(db: KycDb, journeyIds: readonly number[]): Promise<TokenRow[]> {
  if (journeyIds.length === 0) return []
  return await db
    .selectFrom('soulbound_token')
    .select(['journey_id as journeyId', 'chain_id as chainId', 'token_id as tokenId'])
    .where(sql<boolean>`journey_id = any(${[...journeyIds]}::bigint[])`)
    .execute()
}
