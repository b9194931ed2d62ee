/** Returns whether an error means that the store is unavailable, rather than that the query is invalid. */
export function isStoreUnavailable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown }
    if (typeof code === 'string' && isUnavailableCode(code)) return true
    if (
      /timeout exceeded when trying to connect|Connection terminated|PGlite is closed/i.test(current.message)
    ) {
      return true
    }
  }
  return false
}

function isUnavailableCode(code: string): boolean {
  return (
    [
      'LEDGER_UNAVAILABLE',
      'ECONNREFUSED',
      'ECONNRESET',
      'ENOTFOUND',
      'EPIPE',
      'ETIMEDOUT',
      'EAI_AGAIN',
      'ENOENT',
    ].includes(code) ||
    // Error codes for connection errors, too many connections, a full disk, a server that is starting or
    // stopping, and a cancelled query.
    code.startsWith('08') ||
    code.startsWith('53') ||
    ['57014', '57P01', '57P02', '57P03'].includes(code)
  )
}

/**
 * Returns whether a transaction failed because it conflicted with another one and should therefore be
 * retried.
 */
export function isConflict(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '40001' || code === '40P01'
}

/** Runs a transaction, and repeats it a limited number of times if it conflicts with another transaction. */
export async function retryOnConflict<Result>(work: () => Promise<Result>, attempts = 5): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !isConflict(error)) throw error
    }
  }
}
