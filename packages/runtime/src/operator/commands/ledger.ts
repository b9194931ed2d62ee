import { OperatorError } from '@touchstone/common'
import { type LedgerReset, resetLedger, resumeWatches } from '@touchstone/kyt'
import { migrate } from '@touchstone/storage'
import { allMigrations } from '../../open-runtime.ts'
import { oldLedgerFolder } from '../../settings/old-ledger.ts'
import type { Command } from '../command.ts'

export type LedgerResetReport = LedgerReset & {
  /** Of an earlier version: nothing reads it any more. */
  unusedFolder: string | undefined
}

export const ledgerReset: Command<Record<string, never>, LedgerResetReport> = async (runtime) => {
  const { database, kyt, settings } = runtime
  if (kyt.ledger.place === 'absent') {
    throw new OperatorError({
      code: 'ledger.off',
      message: 'No ledger is kept here: LEDGER_URL is off.',
      remedy: 'Unset LEDGER_URL, or name a PostgreSQL in it.',
    })
  }
  await migrate({ database, migrations: allMigrations })
  return { ...(await resetLedger(kyt)), unusedFolder: oldLedgerFolder(settings.dataFolder) }
}

export const watchResume: Command<Record<string, never>, { resumed: number }> = async ({ kyt }) => ({
  resumed: await resumeWatches(kyt),
})
