import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type PersonAt = { personId: number; merchantId: number; svcId: string; ssiWallet: string }

/**
 * Returns the data that one merchant can see about a person, or undefined if the person never started one of
 * its programs.
 */
export async function selectPersonAt(
  db: KycDb,
  of: { mchNo: string; svcId: string },
): Promise<PersonAt | undefined> {
  return await db
    .selectFrom('person')
    .innerJoin('journey', 'journey.person_id', 'person.id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .innerJoin('merchant', 'merchant.id', 'program.merchant_id')
    .select([
      'person.id as personId',
      'merchant.id as merchantId',
      'person.svc_id as svcId',
      'person.ssi_wallet as ssiWallet',
    ])
    .where('person.svc_id', '=', of.svcId)
    .where('merchant.mch_no', '=', of.mchNo)
    .limit(1)
    .executeTakeFirst()
}

export type PersonJourneyRow = {
  id: number
  programId: number
  status: string
  attempt: number
  version: number
  reasonCode: string | null
  activityAt: Date
  completedAt: Date | null
  withdrawnAt: Date | null
  expiredAt: Date | null
  journal: {
    at: string
    attempt: number
    from: string | null
    to: string
    actor: string
    reason: string | null
  }[]
  checks: { check: string; passed: boolean; checker: string; attempt: number; at: string }[]
  tokens: { chainId: string; tokenId: string; mintedAt: string }[]
}

const time = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Leaves out the evidence, because merchants must not see documents and recordings. */
export async function selectPersonJourneys(
  db: KycDb,
  of: { personId: number; merchantId: number },
): Promise<PersonJourneyRow[]> {
  const { rows } = await sql<PersonJourneyRow>`
    select journey.id, journey.program_id as "programId", journey.status, journey.attempt, journey.version,
      journey.reason_code as "reasonCode", journey.activity_at as "activityAt", journey.completed_at as "completedAt",
      journey.withdrawn_at as "withdrawnAt", journey.expired_at as "expiredAt",
      (
        select coalesce(json_agg(json_build_object('at', ${time('at')}, 'attempt', attempt, 'from', from_status,
          'to', to_status, 'actor', actor, 'reason', reason_code) order by seq), '[]')
        from journal where journey_id = journey.id
      ) as journal,
      (
        select coalesce(json_agg(json_build_object('check', check_name, 'passed', passed, 'checker', checker,
          'attempt', attempt, 'at', ${time('at')}) order by seq, check_name), '[]')
        from decision where journey_id = journey.id
      ) as checks,
      (
        select coalesce(json_agg(json_build_object('chainId', chain_id, 'tokenId', token_id,
          'mintedAt', ${time('minted_at')}) order by minted_at, chain_id), '[]')
        from soulbound_token where journey_id = journey.id
      ) as tokens
    from journey join program on program.id = journey.program_id
    where journey.person_id = ${of.personId} and program.merchant_id = ${of.merchantId}
    order by journey.id
  `.execute(db)
  return rows
}

export type PersonAccountRow = {
  journeyId: number
  kind: 'login' | 'wallet' | 'email' | 'other'
  chainId: string
  fingerprint: Uint8Array
  sealed: Uint8Array
  agreedAt: Date
  provenAt: Date | null
  consentedAt: Date | null
  grantedAt: Date | null
  onChainAt: Date | null
  revokedAt: Date | null
}

export async function selectPersonAccounts(
  db: KycDb,
  journeyIds: readonly number[],
): Promise<PersonAccountRow[]> {
  if (journeyIds.length === 0) return []
  return await db
    .selectFrom('journey_account')
    .select([
      'journey_id as journeyId',
      'kind',
      'chain_id as chainId',
      'fingerprint',
      'sealed',
      'agreed_at as agreedAt',
      'proven_at as provenAt',
      'consented_at as consentedAt',
      'granted_at as grantedAt',
      'on_chain_at as onChainAt',
      'revoked_at as revokedAt',
    ])
    .where('journey_id', 'in', [...journeyIds])
    .orderBy('agreed_at')
    .orderBy('id')
    .execute()
}
