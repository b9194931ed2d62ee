import { LossError } from './require-all.ts'

/** The messages that a role's process sends to its parent. */
export type RoleReply<Answer> =
  | { answer: Answer }
  | { error: string; isLoss: boolean }
  | { done: number; total: number }

/** Runs in a role's process: answers the parent's requests until the process is stopped. */
export function serveRole<Question, Answer>(
  work: (question: Question, onProgress: (done: number, total: number) => void) => Promise<Answer>,
): void {
  const reply = (message: RoleReply<Answer>) => process.send?.(message)
  process.on('message', (question) => {
    work(question as Question, (done, total) => reply({ done, total })).then(
      (answer) => reply({ answer }),
      (error: unknown) => reply(describe(error)),
    )
  })
  // Exits with its parent, because nothing else would stop this process.
  process.once('disconnect', () => process.exit(1))
}

function describe(error: unknown): { error: string; isLoss: boolean } {
  if (error instanceof LossError) return { error: error.message, isLoss: true }
  return { error: error instanceof Error ? String(error.stack) : 'unknown error', isLoss: false }
}
