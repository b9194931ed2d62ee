import { Command } from 'commander'

type Stream = { write(text: string): unknown; isTTY?: boolean }

/** What a command is called from: where its output goes, and where its settings come from. */
export type Terminal = {
  readonly stdout: Stream
  readonly stderr: Stream
  /** The environment and the folder that settings are read from; those of the process unless given. */
  readonly settings?: { readonly env: Record<string, string>; readonly folder: string }
  /** Of a command that ran to its end; one that throws has the code of its error. */
  exitCode: number
}

/** A command that knows its terminal, and so do its sub-commands. */
export class TerminalCommand extends Command {
  readonly terminal: Terminal

  constructor(name: string | undefined, terminal: Terminal) {
    super(name)
    this.terminal = terminal
  }

  override createCommand(name?: string): TerminalCommand {
    return new TerminalCommand(name, this.terminal)
  }
}

export function terminalOf(command: Command): Terminal {
  if (command instanceof TerminalCommand) return command.terminal
  throw new TypeError('the command was made without a terminal')
}
