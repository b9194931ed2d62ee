import type { Services } from './plugins/services.ts'

export type WhatAnswers = { store: boolean; ledger: boolean; limits: boolean }

const patienceMs = 3000

/** Returns whether each store responds within the time limit. */
export async function whatAnswers({
  runtime,
  limiter,
}: Pick<Services, 'runtime' | 'limiter'>): Promise<WhatAnswers> {
  const [store, ledger, limits] = await Promise.all([
    answers(runtime.database.ping()),
    answers(runtime.ledger.ping()),
    answers(limiter.ping()),
  ])
  return { store, ledger, limits }
}

async function answers(question: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  try {
    return await Promise.race([question.then(() => true), tooLong])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
