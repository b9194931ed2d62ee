import { silentLogger } from '@touchstone/common'
import {
  type CommandName,
  type InputOf,
  type OutputOf,
  type Progress,
  readSettings,
  runCommand,
  type Settings,
} from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { progressLine } from './output/progress-line.ts'
import { terminalOf } from './terminal.ts'

/** Options that every sub-command has. */
export type GlobalOptions = { json?: true; data?: string }

export function settingsOf(command: Command): Settings {
  const { data } = command.optsWithGlobals<GlobalOptions>()
  return readSettings({
    flags: data === undefined ? {} : { dataFolder: data },
    ...terminalOf(command).settings,
  })
}

/** Runs an operator's command and prints its result: as a table for people, as JSON for programs. */
export async function runAndPrint<Name extends CommandName>(
  command: Command,
  name: Name,
  input: InputOf<Name>,
  print: (output: OutputOf<Name>) => string,
): Promise<void> {
  const output = await runCommand({ name, input, settings: settingsOf(command), logger: silentLogger })
  printOutput(command, output, print)
}

/** Like `runAndPrint`, for long work: shows how far it has come, and Ctrl-C ends it in an orderly way. */
export async function runLongAndPrint<Name extends CommandName>(
  command: Command,
  name: Name,
  input: InputOf<Name>,
  print: (output: OutputOf<Name>) => string,
): Promise<void> {
  const output = await withProgress(command, (onProgress, signal) =>
    runCommand({ name, input, settings: settingsOf(command), logger: silentLogger, onProgress, signal }),
  )
  printOutput(command, output, print)
}

/** Long work of whichever kind, with a line of progress, that Ctrl-C ends. */
export async function withProgress<Output>(
  command: Command,
  work: (onProgress: Progress, signal: AbortSignal) => Promise<Output>,
): Promise<Output> {
  const line = progressLine(terminalOf(command).stderr)
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(line.step, stop.signal)
  } finally {
    process.off('SIGINT', interrupt)
    line.done()
  }
}

export function printOutput<Output>(
  command: Command,
  output: Output,
  print: (output: Output) => string,
): void {
  const { json } = command.optsWithGlobals<GlobalOptions>()
  terminalOf(command).stdout.write(`${json ? JSON.stringify(output, null, 2) : print(output)}\n`)
}
