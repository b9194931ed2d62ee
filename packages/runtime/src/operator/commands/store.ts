import type { Finding } from '@touchstone/contract'
import { defaultBucketCapacity, rebuildRollups, tablesOf } from '@touchstone/kyc'
import { openLedger } from '@touchstone/kyt'
import { openOwnLedger } from '../../open-databases.ts'
import { migrateStore } from '../../open-runtime.ts'
import { checkService, type ServiceCheck } from '../../readiness/check-service.ts'
import { readStoreFacts, type StoreFacts } from '../../upgrade/upgrade-store.ts'
import type { Command } from '../command.ts'

export const storeMigrate: Command<
  { signRights?: boolean; withoutLedger?: boolean },
  { ran: string[] }
> = async (runtime, { signRights = false, withoutLedger = false }) => {
  const { ledger, kyt } = runtime
  const ran = await migrateStore(runtime, { signRights, onlyMigrates: true })
  if (ledger.place === 'absent' || withoutLedger) return { ran }
  const ranInLedger = await ledger.pending()
  await openLedger(kyt)
  return { ran: [...ran, ...ranInLedger] }
}

/**
 * Rebuilds the counters and the order of the user list from the journal. Use it after restoring a backup that
 * was not created by Touchstone.
 */
export const storeRecount: Command<Record<string, never>, { recounted: true }> = async ({ kyc }) => {
  await tablesOf(kyc)
    .transaction()
    .execute((db) => rebuildRollups(db, defaultBucketCapacity))
  return { recounted: true }
}

/** Checks everything that a verification or a risk score needs. */
export const serviceCheck: Command<ServiceCheck, Finding[]> = checkService

/** Reads what a newer version needs to know in order to plan the upgrade. */
export const storeFacts: Command<Record<string, never>, StoreFacts> = async ({
  database,
  settings,
  logger,
}) => {
  const own = await openOwnLedger(settings, logger)
  try {
    return await readStoreFacts(database, settings.ledgerUrl === 'off' ? undefined : (own ?? database))
  } finally {
    await own?.close()
  }
}
