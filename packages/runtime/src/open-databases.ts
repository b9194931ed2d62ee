import type { Logger, Tracer } from '@touchstone/common'
import { type Database, openEmbedded, openServer } from '@touchstone/storage'
import { embeddedFolder } from './settings/is-folder-held.ts'
import type { Settings } from './settings/read-settings.ts'

/** Opens the main database. The caller must hold the data folder if the store is embedded. */
export async function openDatabase(settings: Settings, logger: Logger, tracer?: Tracer): Promise<Database> {
  if (settings.databaseUrl === undefined)
    return await openEmbedded({ folder: embeddedFolder(settings), ...(tracer && { tracer }) })
  return await openServer({
    url: settings.databaseUrl,
    setting: 'DATABASE_URL',
    ...serverOptions(settings, logger, tracer),
  })
}

/** Opens the database of the ledger if it is not the main database. */
export async function openOwnLedger(
  settings: Settings,
  logger: Logger,
  tracer?: Tracer,
): Promise<Database | undefined> {
  if (settings.ledgerUrl === undefined || settings.ledgerUrl === 'off') return undefined
  return await openServer({
    url: settings.ledgerUrl,
    setting: 'LEDGER_URL',
    ...serverOptions(settings, logger, tracer),
  })
}

const serverOptions = (settings: Settings, logger: Logger, tracer: Tracer | undefined) => ({
  ...(tracer && { tracer }),
  poolSize: settings.databasePoolSize,
  prepare: settings.databasePrepare,
  onConnectionError: (error: Error) => logger.warn({ reason: error.message }, 'database connection lost'),
})
