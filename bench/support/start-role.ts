import { type ChildProcess, fork } from 'node:child_process'
import type { Cleanup } from './cleanup.ts'
import { LossError } from './require-all.ts'
import type { RoleReply } from './role.ts'

/**
 * A part of the benchmark that runs in a separate process, so that it does not slow down the measured
 * process.
 */
export type Role<Question, Answer> = {
  ask(question: Question, onProgress?: (done: number, total: number) => void): Promise<Answer>
  stop(): Promise<void>
}

export function startRole<Question extends object | string, Answer>(
  cleanup: Cleanup,
  module: URL,
): Role<Question, Answer> {
  const child = fork(module)
  const stop = () => stopProcess(child)
  cleanup.add(stop)
  return {
    stop,
    ask: (question, onProgress) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          child.off('message', hear)
          child.off('exit', end)
          act()
        }
        const hear = (message: unknown) => {
          const reply = message as RoleReply<Answer>
          if ('done' in reply) onProgress?.(reply.done, reply.total)
          else if ('error' in reply)
            settle(() => reject(reply.isLoss ? new LossError(reply.error) : new Error(reply.error)))
          else settle(() => resolve(reply.answer))
        }
        const end = (code: number | null, signal: string | null) =>
          settle(() => reject(new Error(`${module.pathname} exited (${signal ?? code}) before it answered`)))
        child.on('message', hear)
        child.once('exit', end)
        child.send(question)
      }),
  }
}

const stopWithinMs = 12_000

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
  clearTimeout(force)
}
