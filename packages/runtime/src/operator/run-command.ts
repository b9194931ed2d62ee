import { type Logger, OperatorError } from '@touchstone/common'
import { DataFolderInUse, knock } from '../data-folder/hold-data-folder.ts'
import type { Progress } from '../progress.ts'
import { isFolderHeld } from '../settings/is-folder-held.ts'
import type { Settings } from '../settings/read-settings.ts'
import type { Command } from './command.ts'
import type { CommandName, InputOf, OutputOf } from './commands/index.ts'
import { readLines, sendLine, type WireReply } from './wire.ts'

/**
 * Runs a command where the stores are: in the server that holds the data folder, or else here, after opening the
 * stores. Two processes never open one folder.
 */
export async function runCommand<Name extends CommandName>(options: {
  name: Name
  input: InputOf<Name>
  settings: Settings
  logger: Logger
  onProgress?: Progress
  /** Ends what would go on for ever. */
  signal?: AbortSignal
}): Promise<OutputOf<Name>> {
  const { settings } = options
  const onProgress = options.onProgress ?? (() => {})
  const signal = options.signal ?? new AbortController().signal
  for (;;) {
    if (isFolderHeld(settings)) {
      const answer = await handOver(options.name, options.input, settings.dataFolder, onProgress, signal)
      if (answer) return answer.result as OutputOf<Name>
    }
    try {
      return await runHere(options.name, options.input, settings, options.logger, onProgress, signal)
    } catch (error) {
      // A server started in this very moment: hand it over after all.
      if (!(error instanceof DataFolderInUse)) throw error
    }
  }
}

async function handOver(
  command: CommandName,
  input: unknown,
  dataFolder: string,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<{ result: unknown } | undefined> {
  const socket = await knock(dataFolder)
  if (!socket) return undefined
  // The server ends what it does for us and still answers with what came of it.
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
    message: 'The server went away before it answered.',
    remedy: 'Look whether the command took effect before you run it again.',
  })
}

async function runHere<Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  settings: Settings,
  logger: Logger,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<OutputOf<Name>> {
  // Loaded only here: a command that is handed over needs neither the engines nor the stores.
  const [{ openRuntime }, { commands }, { describeFailure }] = await Promise.all([
    import('../open-runtime.ts'),
    import('./commands/index.ts'),
    import('./serve-operator.ts'),
  ])
  const skipMigrations = name === 'store migrate' || name === 'store state'
  const skipLedgerCheck = name === 'ledger reset'
  const asksLedger = skipMigrations || skipLedgerCheck || name.startsWith('import ') || name === 'list import'
  const runtime = await openRuntime({
    ...{ settings, logger, skipMigrations, skipLedgerCheck },
    withoutLedger: !asksLedger,
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
