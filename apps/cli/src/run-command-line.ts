import { OperatorError } from '@touchstone/common'
import { type Command, CommanderError } from 'commander'
import { commandTable } from './command-table.ts'
import { addToProgram } from './sub-command.ts'
import { type Terminal, TerminalCommand } from './terminal.ts'

/** 0 is success, 1 a failure, 2 a wrong call. */
const exitCodes = { failed: 1, usage: 2 }

function buildProgram(terminal: Terminal): Command {
  const program = new TerminalCommand('touchstone', terminal)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .description(
      'Run a Touchstone service: merchants, keys, programs, users, the ledger, sanction lists, chains',
    )
    .option('--json', 'print JSON for programs instead of tables for people')
    .option('--data <folder>', 'data folder (TOUCHSTONE_DATA, .touchstone by default)')
    .exitOverride()
    .showHelpAfterError('(add --help for the ways to call it)')
  // Sub-commands inherit these settings from their parent when they are made.
  for (const entry of commandTable) addToProgram(program, entry)
  return program
}

/** Runs the command with these arguments and returns the exit code of its process. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await buildProgram(terminal).parseAsync([...args], { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    const line = error instanceof OperatorError ? error.line : `It failed: ${(error as Error).message}`
    terminal.stderr.write(`touchstone: ${line}\n`)
    return exitCodes.failed
  }
}
