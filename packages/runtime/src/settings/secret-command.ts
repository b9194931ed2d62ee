import { execFileSync } from 'node:child_process'
import { OperatorError } from '@touchstone/common'
import type { Setting } from './setting.ts'

const timeLimitMs = 20_000
const outputLimit = 64 * 1024

/** The name of the variable with the command that prints a secret setting. */
export const commandVariable = ({ env }: Pick<Setting<unknown>, 'env'>): string => `${env}_COMMAND`
/** The name of the same command in touchstone.config.json. */
export const commandKey = ({ key }: Pick<Setting<unknown>, 'key'>): string => `${key}Command`

/**
 * Runs the command of a secret setting and returns what it prints, without the line break at the end. Settings are
 * read once, before anything else starts, so waiting for the command delays nothing.
 */
export function runSecretCommand({ text, from }: { text: string; from: string }): string {
  const [program = '', ...args] = text.trim().split(/\s+/)
  const failed = (how: string, cause?: unknown) =>
    new OperatorError({
      code: 'settings.secret-command',
      message: `The command in ${from} (${program}) failed: ${how}.`,
      remedy:
        'Run it manually as the user of the service to see the reason. It has to print the secret, and nothing else, within 20 seconds.',
      cause,
    })
  let output: string
  try {
    // The error output is discarded, because it can contain the secret.
    output = execFileSync(program, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: timeLimitMs,
      killSignal: 'SIGKILL',
      maxBuffer: outputLimit,
    })
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number | null }
    if (code === 'ETIMEDOUT') throw failed(`no answer within ${timeLimitMs / 1000} s`)
    if (code === 'ENOBUFS') throw failed(`more than ${outputLimit / 1024} kB of output`)
    // The error of a program that ran contains its output.
    if (typeof status === 'number') throw failed(`exit code ${status}`)
    throw failed(code === 'ENOENT' ? 'there is no such program' : 'it was ended by a signal')
  }
  const secret = output.replace(/\r?\n$/, '')
  if (secret === '' || /[\r\n]/.test(secret))
    throw failed(secret === '' ? 'it printed nothing' : 'it printed several lines')
  return secret
}
