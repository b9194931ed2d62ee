import type { Socket } from 'node:net'
import { OperatorError, UserError } from '@touchstone/common'
import { InputError } from '@touchstone/kyc'
import { isStoreUnavailable } from '@touchstone/storage'
import type { Runtime } from '../open-runtime.ts'
import type { Progress } from '../progress.ts'
import type { Command } from './command.ts'
import { commands, isCommandName } from './commands/index.ts'
import { readLines, sendLine, type WireReply, type WireRequest } from './wire.ts'

/** Runs commands that other processes send through the data folder's socket. */
export function serveOperator(runtime: Runtime): void {
  runtime.dataFolder?.onConnection((socket) => {
    serve(runtime, socket).catch((error: unknown) => {
      runtime.logger.warn(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'an operator connection closed early',
      )
      socket.destroy()
    })
  })
}

async function serve(runtime: Runtime, socket: Socket): Promise<void> {
  const lines = readLines(socket)
  const first = await lines.next()
  if (first.done) return
  const stop = new AbortController()
  // Any further message, or the end of the connection, cancels the command.
  socket.once('close', () => stop.abort())
  void lines.next().then(
    () => stop.abort(),
    () => stop.abort(),
  )
  sendLine(socket, await carryOut(runtime, first.value as WireRequest, socket, stop.signal))
  socket.end()
}

async function carryOut(
  runtime: Runtime,
  request: WireRequest,
  socket: Socket,
  signal: AbortSignal,
): Promise<WireReply> {
  if (!isCommandName(request?.command)) {
    return {
      error: {
        code: 'operator.unknown-command',
        message: 'The running server does not support this command.',
        remedy: 'Use the same version for the command line and the server.',
      },
    }
  }
  const startedAt = runtime.clock.now()
  try {
    const command = commands[request.command] as Command<unknown, unknown>
    const progress: Progress = (step) => sendLine(socket, { progress: step })
    const result = await command(runtime, request.input, progress, signal)
    runtime.logger.info({ command: request.command, ms: runtime.clock.now() - startedAt }, 'operator command')
    return { result }
  } catch (error) {
    return { error: describeFailure(error) }
  }
}

export function describeFailure(error: unknown): { code: string; message: string; remedy: string } {
  if (error instanceof OperatorError || error instanceof UserError)
    return { code: error.code, message: error.message, remedy: error.remedy }
  if (error instanceof InputError) {
    return {
      code: 'operator.input',
      message: `${error.message}.`,
      remedy: 'Correct the input and run the command again.',
    }
  }
  if (isStoreUnavailable(error)) {
    return {
      code: 'operator.store',
      message: `The command could not be completed: ${error instanceof Error ? error.message : 'a store is unavailable'}.`,
      remedy:
        'Fix the cause and run the command again. An import resumes where it stopped and stores nothing twice.',
    }
  }
  return {
    code: 'operator.failed',
    message: `The command failed: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    remedy: 'Run "touchstone doctor" to check the installation.',
  }
}
