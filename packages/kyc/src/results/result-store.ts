import type { MintMode } from '@touchstone/contract'
import { type RawBuilder, sql } from 'kysely'
import type { KycDb } from '../context.ts'
import type { CheckName } from '../programs/requirements.ts'

export type ResultRow = {
  journeyId: number
  svcId: string
  status: string
  ssiWallet: string
  sbtMintedAt: Date | null
  completedAt: Date | null
  /** The latest verdict for each check in the current attempt. */
  verdicts: Record<string, boolean>
  /** Whether the result has ever been shared for this account. */
  shared: boolean
  /** Whether the account is recorded on the merchant's chain. */
  onChain: boolean
  /** The checks that the program required when the journey started. */
  checks: CheckName[]
  mintMode: MintMode
}

/**
 * Returns an account's journey, unless the person has withdrawn consent. If two people agreed to the same
 * account, prefers a journey with an active grant, and otherwise a journey with a proven account. Otherwise,
 * someone could hide another person's result by starting a journey with that person's account.
 */
export async function selectResult(
  db: KycDb,
  input: { programId: number; fingerprint: Buffer; chainId: string | null },
): Promise<ResultRow | undefined> {
  const { rows } = await sql<ResultRow>`
    select
      journey.id as "journeyId",
      journey.svc_id as "svcId",
      journey.status,
      journey.ssi_wallet as "ssiWallet",
      journey.sbt_minted_at as "sbtMintedAt",
      journey.completed_at as "completedAt",
      journey.verdicts,
      account.kind = 'login' or account.granted_at is not null as shared,
      account.kind = 'login' or account.on_chain_at is not null as "onChain",
      began_with.checks,
      began_with.mint_mode as "mintMode"
    from journey_account account
    join journey on journey.id = account.journey_id
    join program_version began_with
      on began_with.program_id = journey.program_id and began_with.number = journey.version
    where account.program_id = ${input.programId} and account.fingerprint = ${input.fingerprint}
      and ${onChain(input.chainId)}
      and journey.withdrawn_at is null
    order by
      case when account.kind = 'login' then journey.completed_at is not null
        else account.granted_at is not null and account.revoked_at is null end desc,
      account.granted_at is not null desc,
      account.proven_at is not null desc,
      journey.activity_at desc
    limit 1
  `.execute(db)
  return rows[0]
}

/** Returns the number of chains on which a journey's credential has a token. */
export async function countTokenChains(db: KycDb, journeyId: number): Promise<number> {
  const rows = await db
    .selectFrom('soulbound_token')
    .select('chain_id')
    .where('journey_id', '=', journeyId)
    .execute()
  return rows.length
}

/**
 * Returns the condition for the chain. A wallet matches only on the requested chain. An email address or
 * other account has no chain.
 */
function onChain(chainId: string | null): RawBuilder<unknown> {
  return chainId === null ? sql`true` : sql`(account.kind <> 'wallet' or account.chain_id = ${chainId})`
}

/**
 * Finds an account by its canonical or lower-case form. Logins are excluded, because a result is never
 * granted to a login.
 */
const grantedAs = (fingerprint: Buffer) => sql`
  (account.fingerprint = ${fingerprint} or account.lower_fingerprint = ${fingerprint})
  and account.kind <> 'login' and account.granted_at is not null and account.revoked_at is null
  and not exists (
    select from journey join person on person.id = journey.person_id
    where journey.id = account.journey_id and person.suspended_at is not null)`

export async function selectGrant(
  db: KycDb,
  input: { programId: number; fingerprint: Buffer },
): Promise<{ grantedAt: Date } | undefined> {
  const { rows } = await sql<{ grantedAt: Date }>`
    select account.granted_at as "grantedAt"
    from journey_account account
    where account.program_id = ${input.programId} and ${grantedAs(input.fingerprint)}
    order by account.granted_at desc
    limit 1
  `.execute(db)
  return rows[0]
}

export async function selectMeidBinding(
  db: KycDb,
  input: { merchantId: number; fingerprint: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ bound: boolean }>`
    select exists (
      select from program
      join journey_account account on account.program_id = program.id
      where program.merchant_id = ${input.merchantId} and program.kind = 'MeID' and not program.test
        and ${grantedAs(input.fingerprint)}
    ) as bound
  `.execute(db)
  return rows[0]?.bound ?? false
}
