import type { AuditActor } from './audit-store.ts'

/** Who changes it, and from where: for the audit log. */
export type ChangedBy = { actor: AuditActor; memberId: number | null; network: string | null }

/** An operator on the machine: who that was, the machine's own log knows. */
export const byCommandLine: ChangedBy = { actor: 'command-line', memberId: null, network: null }

export const byServer: ChangedBy = { actor: 'server', memberId: null, network: null }
