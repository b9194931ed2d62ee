import { type Logger, OperatorError } from '@touchstone/common'
import { connectToHolder, DataFolderInUse } from '../data-folder/hold-data-folder.ts'
import type { Progress } from '../progress.ts'
import { isFolderHeld } from '../settings/is-folder-held.ts'
import type { Settings } from '../settings/read-settings.ts'
import type { Command } from './command.ts'
import type { CommandName, InputOf, OutputOf } from './commands/index.ts'
import { readLines, sendLine, type WireReply } from './wire.ts'

/**
 * Runs a command in the process that has the stores open: in the server that holds the data folder, if there
 * is one, and otherwise in this process, which opens the stores. Two processes never open the same folder.
 */
export async function runCommand<Name extends CommandName>(options: {
  name: Name
  input: InputOf<Name>
  settings: Settings
  logger: Logger
  onProgress?: Progress
  /** Cancels a command that would otherwise keep running. */
  signal?: AbortSignal
}): Promise<OutputOf<Name>> {
  const { settings } = options
  const onProgress = options.onProgress ?? (() => {})
  const signal = options.signal ?? new AbortController().signal
  for (;;) {
    if (isFolderHeld(settings)) {
      const answer = await delegate(options.name, options.input, settings.dataFolder, onProgress, signal)
      if (answer) return answer.result as OutputOf<Name>
    }
    try {
      return await runInProcess(options.name, options.input, settings, options.logger, onProgress, signal)
    } catch (error) {
      // Delegate the command to a server that started after the first check.
      if (!(error instanceof DataFolderInUse)) throw error
    }
  }
}

async function delegate(
  command: CommandName,
  input: unknown,
  dataFolder: string,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<{ result: unknown } | undefined> {
  const socket = await connectToHolder(dataFolder)
  if (!socket) return undefined
  // The server stops the command but still returns its result.
  signal.addEventListener('abort', () => sendLine(socket, { stop: true }), { once: true })
  sendLine(socket, { command, input })
  for await (const line of readLines(socket)) {
    const reply = line as WireReply
    if ('progress' in reply) onProgress(reply.progress)
    else if ('error' in reply) throw new OperatorError(reply.error)
    else return reply
  }
  throw new OperatorError({
    code: 'operator.no-answer',
    message: 'The server closed the connection before it answered.',
    remedy: 'Check whether the command took effect before you run it again.',
  })
}

/** Commands that run before the migrations of this version, or that run them. */
const withoutMigrations: ReadonlySet<CommandName> = new Set([
  'store migrate',
  'store facts',
  'service check',
  'backup copy',
])

async function runInProcess<Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  settings: Settings,
  logger: Logger,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<OutputOf<Name>> {
  // Imported dynamically because a delegated command needs neither the engines nor the stores.
  const [{ openRuntime }, { commands }, { describeFailure }] = await Promise.all([
    import('../open-runtime.ts'),
    import('./commands/index.ts'),
    import('./serve-operator.ts'),
  ])
  const skipMigrations = withoutMigrations.has(name)
  const skipLedgerCheck = name === 'ledger reset'
  const usesLedger =
    name === 'store migrate' ||
    name === 'service check' ||
    skipLedgerCheck ||
    name.startsWith('import ') ||
    name.startsWith('report ') ||
    name === 'list import'
  const runtime = await openRuntime({
    ...{ settings, logger, skipMigrations, skipLedgerCheck },
    withoutLedger: !usesLedger,
  })
  try {
    return await (commands[name] as Command<unknown, OutputOf<Name>>)(runtime, input, onProgress, signal)
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError({ ...describeFailure(error), cause: error })
  } finally {
    await runtime.close()
  }
}
