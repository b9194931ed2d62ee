/** Whether an error means "the store can't answer now" rather than "the question was wrong". */
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
    // Connection exceptions, too many connections, disk full, server stopping or starting, a query that took too long.
    code.startsWith('08') ||
    code.startsWith('53') ||
    ['57014', '57P01', '57P02', '57P03'].includes(code)
  )
}

/** Two transactions that got in each other's way: running one of them again is right. */
export function isConflict(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '40001' || code === '40P01'
}

/** Runs a whole transaction again when the store asks for that, a few times at most. */
export async function retryOnConflict<Result>(work: () => Promise<Result>, attempts = 5): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !isConflict(error)) throw error
    }
  }
}
