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
import { type Terminal, terminalOf } from './terminal.ts'

/** Options of every sub-command. */
export type GlobalOptions = { json?: true; data?: string }

export function settingsOf(command: Command, role: 'service' | 'server' | 'worker' = 'service'): Settings {
  const { data } = command.optsWithGlobals<GlobalOptions>()
  return readSettings({
    flags: data === undefined ? {} : { dataFolder: data },
    ...terminalOf(command).settings,
    role,
  })
}

/** Runs an operator command and prints its result as a table, or as JSON with `--json`. */
export async function runAndPrint<Name extends CommandName>(
  command: Command,
  name: Name,
  input: InputOf<Name>,
  print: (output: OutputOf<Name>) => string,
): Promise<void> {
  const output = await runCommand({ name, input, settings: settingsOf(command), logger: silentLogger })
  printOutput(command, output, print)
}

/**
 * Like `runAndPrint`, but for long-running commands: shows progress, and Ctrl-C stops the command cleanly.
 */
export async function runLongAndPrint<Name extends CommandName>(
  command: Command,
  name: Name,
  input: InputOf<Name>,
  print: (output: OutputOf<Name>) => string,
): Promise<OutputOf<Name>> {
  const output = await withProgress(command, (onProgress, signal) =>
    runCommand({ name, input, settings: settingsOf(command), logger: silentLogger, onProgress, signal }),
  )
  printOutput(command, output, print)
  return output
}

/** Runs a long task with a progress line. Ctrl-C stops it. */
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

/**
 * On a terminal, rewrites one progress line. If the output is not a terminal, prints the name of each task
 * once.
 */
function progressLine(stream: Terminal['stderr']): { step: Progress; done(): void } {
  let lastLabel = ''
  let open = false
  return {
    step({ label, done, total }) {
      if (!stream.isTTY) {
        const kind = label.replaceAll(/\d+/g, '')
        if (kind !== lastLabel) stream.write(`touchstone: ${label} …\n`)
        lastLabel = kind
        return
      }
      const share = total > 0 ? Math.min(1, done / total) : 1
      const filled = Math.round(share * 24)
      const bar = `[${'='.repeat(filled)}${' '.repeat(24 - filled)}]`
      stream.write(`\r\u001b[K${label} ${bar} ${Math.floor(share * 100)}%`)
      open = true
    },
    done() {
      if (open) stream.write('\r\u001b[K')
      open = false
    },
  }
}
