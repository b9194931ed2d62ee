import { LossError } from './require-all.ts'

/** What a role's process and the one that started it say to each other. */
export type RoleReply<Answer> =
  | { answer: Answer }
  | { error: string; isLoss: boolean }
  | { done: number; total: number }

/** The whole of a role's module: answers questions of its parent, one at a time, until it is stopped. */
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
  // The parent is gone: nobody would ever stop this process.
  process.once('disconnect', () => process.exit(1))
}

function describe(error: unknown): { error: string; isLoss: boolean } {
  if (error instanceof LossError) return { error: error.message, isLoss: true }
  return { error: error instanceof Error ? String(error.stack) : 'unknown error', isLoss: false }
}
