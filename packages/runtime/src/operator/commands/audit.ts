import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { OperatorError } from '@touchstone/common'
import {
  type AuditBreak,
  type AuditReport,
  byCommandLine,
  type ChainHeads,
  checkSink,
  type RestartedChain,
  restartChain,
  type SentEntry,
  type SinkReport,
  sendAudit,
  sendAuditAgain,
  showChainHeads,
  unsentAudit,
  verifyAudit,
} from '@touchstone/kyc'
import { openAuditSink } from '../../events/audit-sink.ts'
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

/** Sends the entries that the configured system has not received, or all entries. */
export const auditSend: Command<{ again: boolean }, { sent: number }> = async (
  { kyc, settings },
  { again },
  progress,
  signal,
) => {
  const { auditSink } = settings
  if (auditSink === undefined)
    throw new OperatorError({
      code: 'audit.no-sink',
      message: 'No system receives the audit log.',
      remedy: 'Set AUDIT_SINK. docs/settings.md describes it.',
    })
  if (again) await sendAuditAgain(kyc)
  const { entries: total } = await unsentAudit(kyc)
  const onProgress = (done: number) => progress({ label: 'entries', done: Math.min(done, total), total })
  const sink = openAuditSink({ ...auditSink, clock: kyc.clock })
  return { sent: await sendAudit(kyc, sink, { signal, onProgress }) }
}

/** Compares the entries that another system received with the audit log. */
export const auditCompare: Command<{ file: string }, { complete: boolean; logs: SinkReport[] }> = async (
  { kyc },
  { file },
) => await checkSink(kyc, entriesIn(file))

/** Reads one entry per line. Other systems can put text in front of it, such as the header of syslog. */
async function* entriesIn(file: string): AsyncGenerator<SentEntry> {
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number += 1
    if (line.trim() === '') continue
    const entry = parseEntry(line)
    if (entry === undefined)
      throw new OperatorError({
        code: 'audit.no-entry',
        message: `Line ${number} of ${file} contains no entry of the audit log.`,
        remedy: 'Export the entries as they were received, with one entry per line.',
      })
    yield entry
  }
}

function parseEntry(line: string): SentEntry | undefined {
  try {
    const entry = JSON.parse(line.slice(line.indexOf('{'))) as Partial<SentEntry>
    return typeof entry.log === 'string' && typeof entry.id === 'number' ? (entry as SentEntry) : undefined
  } catch {
    return undefined
  }
}
