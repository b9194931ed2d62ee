import { Command } from 'commander'

type Stream = { write(text: string): unknown; isTTY?: boolean }

/** Output streams and settings of a command. */
export type Terminal = {
  readonly stdout: Stream
  readonly stderr: Stream
  /** Asks the user a question. Default: on the terminal of the process. */
  readonly ask?: (question: { text: string; isHidden: boolean }) => Promise<string>
  /**
   * The environment and the folder from which settings are read. Default: the environment and folder of the
   * process.
   */
  readonly settings?: { readonly env: Record<string, string>; readonly folder: string }
  /** Exit code of a completed command. If the command throws, the error determines the exit code. */
  exitCode: number
}

/** A command whose sub-commands share its terminal. */
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
  throw new TypeError('command was created without a terminal')
}
