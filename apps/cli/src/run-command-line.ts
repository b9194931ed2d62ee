import { OperatorError } from '@touchstone/common'
import { type Command, CommanderError } from 'commander'
import { commandTable } from './command-table.ts'
import { addToProgram } from './sub-command.ts'
import { type Terminal, TerminalCommand } from './terminal.ts'

/** 0 for success, 1 for failure, 2 for a usage error. */
const exitCodes = { failed: 1, usage: 2 }

function buildProgram(terminal: Terminal): Command {
  const program = new TerminalCommand('touchstone', terminal)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .description(
      'Operate a Touchstone service: merchants, keys, programs, users, the ledger, sanctions lists, chains',
    )
    .option('--json', 'print JSON instead of tables')
    .option('--data <folder>', 'data folder (default: TOUCHSTONE_DATA, or .touchstone)')
    .exitOverride()
    .showHelpAfterError('(use --help for usage)')
  // Sub-commands inherit these settings from their parent when they are created.
  for (const entry of commandTable) addToProgram(program, entry)
  return program
}

/** Runs the command with these arguments and returns its exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await buildProgram(terminal).parseAsync([...args], { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    const text =
      error instanceof OperatorError
        ? `${error.line} (${error.docsPath})`
        : `Command failed: ${(error as Error).message}`
    terminal.stderr.write(`touchstone: ${text}\n`)
    return exitCodes.failed
  }
}
