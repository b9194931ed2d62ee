import { OperatorError } from '@touchstone/common'
import { byCommandLine, recordChange } from '@touchstone/kyc'
import { ensureBuiltinLabels, type LedgerReset, resetLedger, resumeWatches } from '@touchstone/kyt'
import type { Command } from '../command.ts'

export const ledgerReset: Command<Record<string, never>, LedgerReset> = async (runtime) => {
  const { kyt } = runtime
  if (kyt.ledger.place === 'absent') {
    throw new OperatorError({
      code: 'ledger.off',
      message: 'This service has no ledger: LEDGER_URL is off.',
      remedy: 'Unset LEDGER_URL, or set it to a PostgreSQL database.',
    })
  }
  const reset = await resetLedger(kyt)
  // Load the built-in labels now. A running server would not load them and would therefore report sanctioned
  // addresses as harmless.
  await ensureBuiltinLabels(kyt)
  await recordChange(runtime.kyc, { action: 'ledger.reset', target: 'ledger', detail: {} }, byCommandLine)
  return reset
}

export const watchResume: Command<Record<string, never>, { resumed: number }> = async ({ kyt, kyc }) => {
  const resumed = await resumeWatches(kyt)
  await recordChange(
    kyc,
    { action: 'watches.resumed', target: 'watches', detail: { resumed } },
    byCommandLine,
  )
  return { resumed }
}
