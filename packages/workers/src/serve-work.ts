import { OperatorError, UserError } from '@touchstone/common'
import { workerData } from 'piscina'

export type WorkOrder = { task: string; input: unknown }

/**
 * The result of a task. A user or operator error is sent as its fields, because class instances are not
 * preserved between threads.
 */
export type WorkAnswer =
  | { output: unknown }
  | { refused: { code: string; message: string; remedy: string; retryable: boolean } }
  | { toMend: { code: string; message: string; remedy: string } }

type Task = (input: never) => unknown

/** Creates the default export of a worker file: `export default serveWork({ read, compare })`. */
export function serveWork(tasks: Readonly<Record<string, Task>>): (order: WorkOrder) => Promise<WorkAnswer> {
  return async ({ task, input }) => {
    const run = tasks[task]
    if (run === undefined) throw new Error(`this worker has no task "${task}"`)
    try {
      return { output: await run(input as never) }
    } catch (error) {
      if (error instanceof UserError) {
        const { code, message, remedy, retryable } = error
        return { refused: { code, message, remedy, retryable } }
      }
      if (error instanceof OperatorError) {
        const { code, message, remedy } = error
        return { toMend: { code, message, remedy } }
      }
      throw error
    }
  }
}

/** Returns the pool's `given` option. Call it in a worker file. */
export function givenToWorker<Given>(): Given {
  return workerData as Given
}
