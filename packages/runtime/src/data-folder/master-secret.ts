import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'

/** The secret from the settings, or the one that the data folder keeps; made at first use. */
export function masterSecret(options: { configured: string | undefined; dataFolder: string }): string {
  if (options.configured !== undefined) return options.configured
  const file = join(options.dataFolder, 'secret')
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 })
  try {
    // Fails when it is there already, so that two processes at once can't make two secrets.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw unreadable(file, error)
  }
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= 32) return secret
  } catch (error) {
    throw unreadable(file, error)
  }
  throw unreadable(file)
}

function unreadable(file: string, cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'data-folder.secret',
    message: `The secret in ${file} is missing, too short or not readable.`,
    remedy: 'Restore it from a backup or set TOUCHSTONE_SECRET: without it the stored data stays locked.',
    cause,
  })
}
