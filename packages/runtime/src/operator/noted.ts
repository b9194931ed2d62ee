import { byCommandLine, type Change, noteChange } from '@touchstone/kyc'
import type { Command } from './command.ts'

/**
 * The command, and an entry of the audit log once it has changed something: what `changeOf` returns. The log is kept for
 * ever, so that no path of a file goes there, which may name somebody.
 */
export function noted<Input, Output>(
  command: Command<Input, Output>,
  changeOf: (output: Output, input: Input) => Change | undefined,
): Command<Input, Output> {
  return async (runtime, input, progress, signal) => {
    const output = await command(runtime, input, progress, signal)
    const change = changeOf(output, input)
    if (change) await noteChange(runtime.kyc, change, byCommandLine)
    return output
  }
}
