import type { GuessState } from '@touchstone/common'
import type { KycDb } from '../context.ts'

const stateColumns = [
  'failures',
  'window_began as windowBegan',
  'pauses',
  'paused_until as pausedUntil',
] as const

export async function selectGuesses(db: KycDb, addressHash: Uint8Array): Promise<GuessState | undefined> {
  return await db
    .selectFrom('code_guess')
    .select(stateColumns)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
}

/** Returns the failed guesses for an address and locks them until the transaction ends. */
export async function lockGuesses(db: KycDb, addressHash: Uint8Array, now: Date): Promise<GuessState> {
  await db
    .insertInto('code_guess')
    .values({
      ...{ address_hash: addressHash, failures: 0, window_began: now, pauses: 0, paused_until: null },
      ...{ network: null, unlogged: 0 },
    })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute()
  return await db
    .selectFrom('code_guess')
    .select(stateColumns)
    .where('address_hash', '=', addressHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Stores the state after another failure that is not in the audit log yet. */
export async function addFailure(
  db: KycDb,
  addressHash: Uint8Array,
  { failures, windowBegan, pauses, pausedUntil }: GuessState,
  network: string | null,
): Promise<void> {
  await db
    .updateTable('code_guess')
    .set((eb) => ({
      ...{ failures, window_began: windowBegan, pauses, paused_until: pausedUntil, network },
      unlogged: eb('unlogged', '+', 1),
    }))
    .where('address_hash', '=', addressHash)
    .execute()
}

export type UnloggedGuesses = {
  addressHash: Uint8Array
  unlogged: number
  network: string | null
  pausedUntil: Date | null
}

/** Returns the failures that are not in the audit log yet, and marks them as logged. */
export async function takeUnlogged(db: KycDb): Promise<UnloggedGuesses[]> {
  const rows = await db
    .selectFrom('code_guess')
    .select(['address_hash as addressHash', 'unlogged', 'network', 'paused_until as pausedUntil'])
    .where('unlogged', '>', 0)
    .limit(1000)
    .forUpdate()
    .execute()
  if (rows.length === 0) return []
  const hashes = rows.map(({ addressHash }) => addressHash)
  await db.updateTable('code_guess').set({ unlogged: 0 }).where('address_hash', 'in', hashes).execute()
  return rows
}

export async function deleteGuessesBefore(db: KycDb, before: Date): Promise<void> {
  await db
    .deleteFrom('code_guess')
    .where('window_began', '<', before)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<', before)]))
    .execute()
}
