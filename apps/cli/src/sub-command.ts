import type { CommandName, InputOf, OutputOf } from '@touchstone/runtime/command-line'
import { type Command, Option } from 'commander'
import type { ArgumentRow, OptionRow } from './options.ts'
import { runAndPrint, runLongAndPrint } from './session.ts'

/** A row of the command table: one sub-command with its help and documentation texts. */
export type SubCommand = {
  readonly name: string
  readonly description: string
  readonly arguments?: readonly ArgumentRow[]
  readonly options?: readonly OptionRow[]
  /** Sub-commands whose names cannot be arguments of this command. */
  readonly commands?: readonly SubCommand[]
  /** Runs the command. Receives the arguments in order, and then the options. */
  readonly run: (command: Command, ...call: never[]) => Promise<void>
}

/** A group of sub-commands with a common noun, such as `touchstone merchant`. */
export type Noun = {
  readonly name: string
  readonly description: string
  readonly commands: readonly SubCommand[]
}

/** Returns a handler that runs an operator command with input from the command line and prints the result. */
export function operatorCommand<Name extends CommandName, Call extends unknown[]>(
  name: Name,
  input: (...call: Call) => InputOf<Name> | Promise<InputOf<Name>>,
  print: (output: OutputOf<Name>, ...call: Call) => string,
): (command: Command, ...call: Call) => Promise<void> {
  return async (command, ...call) =>
    await runAndPrint(command, name, await input(...call), (output) => print(output, ...call))
}

/**
 * Like `operatorCommand`, but for long-running commands: shows progress, and Ctrl-C stops the command
 * cleanly.
 */
export function longOperatorCommand<Name extends CommandName, Call extends unknown[]>(
  name: Name,
  input: (...call: Call) => InputOf<Name>,
  print: (output: OutputOf<Name>) => string,
): (command: Command, ...call: Call) => Promise<void> {
  return async (command, ...call) => void (await runLongAndPrint(command, name, input(...call), print))
}

export function addToProgram(program: Command, entry: Noun | SubCommand): void {
  if ('run' in entry) {
    addSubCommand(program, entry)
    return
  }
  const noun = program.command(entry.name).description(entry.description)
  for (const subCommand of entry.commands) addSubCommand(noun, subCommand)
}

function addSubCommand(parent: Command, { name, description, run, commands, ...rows }: SubCommand): void {
  const command = parent.command(name).description(description)
  for (const { flags, description, parse } of rows.arguments ?? []) {
    if (parse === undefined) command.argument(flags, description)
    else command.argument(flags, description, parse as (text: string, previous: unknown) => unknown)
  }
  for (const row of rows.options ?? []) command.addOption(optionOf(row))
  for (const subCommand of commands ?? []) addSubCommand(command, subCommand)
  // The last value that commander passes is the command itself.
  command.action(async (...call: unknown[]) => await run(command, ...(call.slice(0, -1) as never[])))
}

function optionOf(row: OptionRow): Option {
  const option = new Option(row.flags, row.description).makeOptionMandatory(row.required ?? false)
  if (row.defaultValue !== undefined) option.default(row.defaultValue, row.defaultText)
  if (row.choices) option.choices(row.choices)
  if (row.parse) option.argParser(row.parse as (text: string, previous: unknown) => unknown)
  if (row.conflicts) option.conflicts([...row.conflicts])
  return option
}
