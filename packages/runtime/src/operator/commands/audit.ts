import {
  type AuditBreak,
  type AuditReport,
  byCommandLine,
  type ChainHeads,
  type RestartedChain,
  restartChain,
  showChainHeads,
  verifyAudit,
} from '@touchstone/kyc'
import type { Command } from '../command.ts'

export type AuditBreakView = AuditBreak

/** Checks that the audit log contains exactly the entries that the service wrote. */
export const auditVerify: Command<{ mchNo?: string; expected: string[] }, AuditReport> = async (
  { kyc },
  input,
  progress,
  signal,
) => {
  const onProgress = (step: { done: number; total: number }) => progress({ label: 'entries', ...step })
  return await verifyAudit(kyc, { ...input, signal, onProgress })
}

/** Returns the newest entry of each chain, for the operator to keep outside the database. */
export const auditHeads: Command<Record<string, never>, ChainHeads> = async ({ kyc }) =>
  await showChainHeads(kyc)

/** Restarts a damaged chain. The command writes its own entry. */
export const auditRestart: Command<{ mchNo?: string }, RestartedChain> = async ({ kyc }, input) =>
  await restartChain(kyc, input, byCommandLine)
