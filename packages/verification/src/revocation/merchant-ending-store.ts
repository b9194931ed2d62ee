import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'
import type { VerificationTables } from '../tables.ts'
import type { RegisteredProgram } from './program-on-chain-store.ts'

/**
 * A merchant's relationship with a person in one program or, if `programId` is null, in all of the merchant's
 * programs.
 */
export type Relationship = {
  readonly personId: number
  readonly merchantId: number
  readonly programId: number | null
}

/**
 * Locks the person until the transaction ends. Issuing a credential and ending a relationship both require this
 * lock, so that they cannot run at the same time.
 */
export async function lockPerson(db: VerificationDb, personId: number): Promise<void> {
  await db.selectFrom('person').select('id').where('id', '=', personId).forUpdate().executeTakeFirst()
}

export async function insertMerchantEvent(
  db: VerificationDb,
  { personId, merchantId, programId }: Relationship,
  event: VerificationTables['merchant_ending']['event'],
  at: Date,
): Promise<void> {
  await db
    .insertInto('merchant_ending')
    .values({ person_id: personId, merchant_id: merchantId, program_id: programId, event, at })
    .execute()
}

/**
 * Returns the latest event of the relationship in a program. `ended` means that the ending is in force, and
 * `lifted` that the person has not agreed again since it was lifted.
 */
export async function selectLatestEvent(
  db: VerificationDb,
  { personId, merchantId, programId }: Relationship & { programId: number },
): Promise<VerificationTables['merchant_ending']['event'] | undefined> {
  const latest = await db
    .selectFrom('merchant_ending')
    .select('event')
    .where('person_id', '=', personId)
    .where('merchant_id', '=', merchantId)
    .where((where) => where.or([where('program_id', 'is', null), where('program_id', '=', programId)]))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return latest?.event
}

/**
 * Selects the programs in which a merchant has ended the relationship with a person and the ending is still
 * in force.
 */
export async function selectEndingsInForce(
  db: VerificationDb,
  { personId, merchantId }: { personId: number; merchantId: number },
): Promise<{ programNo: string; programName: string; at: Date }[]> {
  const { rows } = await sql<{ programNo: string; programName: string; at: Date }>`
    select program.program_no as "programNo", program.name as "programName", latest.at
    from program
    join lateral (
      select event, at from merchant_ending
      where person_id = ${personId} and merchant_id = program.merchant_id
        and (program_id is null or program_id = program.id)
      order by id desc limit 1
    ) latest on true
    where program.merchant_id = ${merchantId} and latest.event = 'ended'
    order by program.id
  `.execute(db)
  return rows
}

/** Selects the on-chain programs whose merchants have ended the relationship with a person. */
export async function selectEndedPrograms(
  db: VerificationDb,
  personId: number,
): Promise<RegisteredProgram[]> {
  const { rows } = await sql<RegisteredProgram>`
    select program_on_chain.chain_id as "chainId", merchant.mch_no as "mchNo", program.program_no as "programNo"
    from program_on_chain
    join program on program.id = program_on_chain.program_id
    join merchant on merchant.id = program.merchant_id
    where (${latestEvent(sql`${personId}::bigint`)}) = 'ended'
    order by program.id
  `.execute(db)
  return rows
}

/** Selects the people with whom a program's merchant has ended the relationship in that program. */
export async function selectPeopleEndedAt(db: VerificationDb, programId: number): Promise<number[]> {
  const { rows } = await sql<{ personId: number }>`
    select ended.person_id::int as "personId"
    from program
    join (select distinct person_id, merchant_id from merchant_ending) ended
      on ended.merchant_id = program.merchant_id
    where program.id = ${programId} and (${latestEvent(sql`ended.person_id`)}) = 'ended'
    order by ended.person_id
  `.execute(db)
  return rows.map(({ personId }) => personId)
}

const latestEvent = (personId: ReturnType<typeof sql>) => sql`
  select event from merchant_ending
  where person_id = ${personId} and merchant_id = program.merchant_id
    and (program_id is null or program_id = program.id)
  order by id desc limit 1`
