import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'

/** What the earlier ledger lay in, beside the store. */
export const oldLedgerFolderName = 'clickhouse'

const oldSettings = ['CLICKHOUSE_URL', 'CLICKHOUSE_CLUSTER']

/** A setting that would be passed over in silence: whoever set it believes that the ledger is there. */
export function refuseOldLedger(env: Readonly<Record<string, string | undefined>>): void {
  const set = oldSettings.filter((name) => (env[name] ?? '') !== '')
  if (set.length === 0) return
  throw new OperatorError({
    code: 'settings.old-ledger',
    message: `${set.join(' and ')} can't be set any more: the ledger is kept in PostgreSQL.`,
    remedy:
      'Unset it; LEDGER_URL names another PostgreSQL for the ledger, or is off where none is to be kept.',
  })
}

/** The folder of a ledger that an earlier version kept; nothing reads it any more. */
export function oldLedgerFolder(dataFolder: string): string | undefined {
  const folder = join(dataFolder, oldLedgerFolderName)
  return existsSync(folder) ? folder : undefined
}
