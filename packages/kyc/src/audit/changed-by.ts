import type { AuditActor } from './audit-store.ts'

/** Who changes something, and from where: for the audit log. */
export type ChangedBy = { actor: AuditActor; memberId: number | null; network: string | null }

/** Whoever runs the command on the machine. */
export const byCommandLine: ChangedBy = { actor: 'command-line', memberId: null, network: null }
