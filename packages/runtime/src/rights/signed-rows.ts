import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, type Logger, OperatorError } from '@touchstone/common'
import {
  areRightsSigned,
  byCommandLine,
  byServer,
  type ForgedRow,
  type KycContext,
  signRights,
} from '@touchstone/kyc'

/** Rows with a wrong MAC that the service has refused since it started. */
export type ForgedRows = {
  report(row: ForgedRow): void
  /** Returns the number of refusals by table. */
  counts(): { table: string; count: number }[]
}

/**
 * The minimum interval between log entries about the same row, because a row can be read on every request.
 */
const logEveryMs = 60_000
const mostLogged = 1000

export function createForgedRows({ clock, logger }: { clock: Clock; logger: Logger }): ForgedRows {
  const counts = new Map<string, number>()
  const logged = new Map<string, number>()
  return {
    report({ table, id }) {
      counts.set(table, (counts.get(table) ?? 0) + 1)
      const [key, now] = [`${table} ${id}`, clock.now()]
      if (now - (logged.get(key) ?? Number.NEGATIVE_INFINITY) < logEveryMs) return
      if (logged.size >= mostLogged) logged.clear()
      logged.set(key, now)
      logger.error(
        { table, id },
        'refused a row with a wrong signature: the database was changed from outside the service',
      )
    },
    counts: () => [...counts].map(([table, count]) => ({ table, count })),
  }
}

/** How often the store is read again if another node may be signing its rows. */
const defaultAttempts = 40
const attemptEveryMs = 250

/**
 * Ensures that the rows that grant rights are signed. Only the process that has just upgraded the store signs
 * unsigned rows. Otherwise, somebody who can write to the database could remove all signatures, add rights, and
 * wait for the next start.
 */
export async function requireSignedRights(
  kyc: KycContext,
  options: {
    /** Whether this process has just run the migration that adds the signatures. */
    isUpgraded: boolean
    /** Whether the operator has checked the rows. */
    isAllowed?: boolean
    attempts?: number
  },
): Promise<void> {
  const { isUpgraded, isAllowed = false, attempts = defaultAttempts } = options
  if (await areRightsSigned(kyc)) return
  const by = isAllowed ? byCommandLine : byServer
  if (await signRights(kyc, { hasRows: isUpgraded || isAllowed, by })) return
  // Another node may have upgraded the store a moment ago.
  for (let attempt = 0; attempt < attempts; attempt++) {
    await pause(attemptEveryMs)
    if (await areRightsSigned(kyc)) return
  }
  throw new OperatorError({
    code: 'store.unsigned',
    message:
      'The rows that grant rights are not signed. An upgrade was interrupted, or somebody changed the database.',
    remedy:
      'Check the members, merchants and API keys in the database, or restore a backup. Then sign the rows with: npx touchstone migrate --sign-rights',
  })
}
