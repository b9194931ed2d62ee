import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'

/** A token or a credential's handle whose approvals a contract is to suspend. */
export type Suspendable = { chainId: string; kind: 'token' | 'handle'; cooperator: string; what: string }

export type Suspension = Suspendable & { id: number; until: Date | null; changeNo: number }

/**
 * Records that these tokens and handles are to be suspended until a point in time. Suspensions that end after
 * `renewedBefore` are not changed.
 */
export async function upsertSuspensions(
  db: VerificationDb,
  of: { personId: number; what: readonly Suspendable[]; until: Date; renewedBefore: Date; at: Date },
): Promise<void> {
  const { personId, until, renewedBefore, at } = of
  for (const { chainId, kind, cooperator, what } of of.what)
    await db
      .insertInto('chain_suspension')
      .values({
        ...{ person_id: personId, chain_id: chainId, kind, cooperator, what },
        ...{ until, change_no: at.getTime() },
      })
      .onConflict((conflict) =>
        conflict
          .columns(['chain_id', 'kind', 'what'])
          .doUpdateSet({ person_id: personId, until, change_no: nextNumber(at) })
          .where((where) =>
            where.or([
              // On a new contract, the same number can belong to another person's token.
              where('chain_suspension.person_id', '<>', personId),
              where('chain_suspension.until', 'is', null),
              where('chain_suspension.until', '<', renewedBefore),
            ]),
          ),
      )
      .execute()
}

/** Records that the person's suspensions are to end immediately. */
export async function liftSuspensions(db: VerificationDb, personId: number, at: Date): Promise<void> {
  await db
    .updateTable('chain_suspension')
    .set({ until: null, change_no: nextNumber(at) })
    .where('person_id', '=', personId)
    .where('until', '>', at)
    .execute()
}

/** The time in milliseconds, or a higher number if the clock was set back. */
const nextNumber = (at: Date) =>
  sql<number>`greatest(chain_suspension.change_no + 1, ${at.getTime()}::bigint)`

/** Selects the person's suspensions whose last change is not final and still has an effect. */
export async function selectOpenSuspensions(
  db: VerificationDb,
  personId: number,
  now: Date,
): Promise<Suspension[]> {
  return await db
    .selectFrom('chain_suspension')
    .select(['id', 'chain_id as chainId', 'kind', 'cooperator', 'what', 'until', 'change_no as changeNo'])
    .where('person_id', '=', personId)
    .where(sql<boolean>`final_no is distinct from change_no`)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
    .orderBy('id')
    .execute()
}

export async function updateSuspension(
  db: VerificationDb,
  { id, changeNo }: Pick<Suspension, 'id' | 'changeNo'>,
): Promise<void> {
  await db
    .updateTable('chain_suspension')
    .set({ final_no: changeNo })
    .where('id', '=', id)
    .where('change_no', '=', changeNo)
    .execute()
}

/** Selects the people with suspensions that are in force or whose last change is not final. */
export async function selectSuspendedPeople(db: VerificationDb, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('chain_suspension')
    .select('person_id as personId')
    .distinct()
    .where((where) =>
      where.or([
        where('until', '>', now),
        where.and([where('until', 'is', null), sql<boolean>`final_no is distinct from change_no`]),
      ]),
    )
    .orderBy('person_id')
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Reopens the suspensions of tokens, and of a program's handles, because the chain has a new contract. */
export async function reopenSuspensions(
  db: VerificationDb,
  { chainId, cooperator }: { chainId: string; cooperator: string },
): Promise<void> {
  await db
    .updateTable('chain_suspension')
    .set({ final_no: null })
    .where('chain_id', '=', chainId)
    .where((where) => where.or([where('kind', '=', 'token'), where('cooperator', '=', cooperator)]))
    .execute()
}
