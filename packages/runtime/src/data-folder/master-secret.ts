import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'

const fileOf = (dataFolder: string) => join(dataFolder, 'secret')

/**
 * Returns the master secrets from the settings or the data folder, newest first. Creates a secret on first
 * use. There is more than one secret only during a rotation.
 */
export function masterSecrets(options: {
  configured: string | undefined
  old: string | undefined
  dataFolder: string
}): string[] {
  const { configured, old, dataFolder } = options
  const own = configured === undefined ? secretsInFile(dataFolder) : [configured]
  return [...new Set(old === undefined ? own : [...own, old])]
}

function secretsInFile(dataFolder: string): string[] {
  const file = fileOf(dataFolder)
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  try {
    // Fails if the file already exists, so that concurrent processes cannot create different secrets.
    writeFileSync(file, `${newSecret()}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw unreadable(file, error)
  }
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    const secrets = lines.map((line) => line.trim()).filter((line) => line !== '')
    if (secrets.length > 0 && secrets.every((secret) => secret.length >= 32)) return secrets
  } catch (error) {
    throw unreadable(file, error)
  }
  throw unreadable(file)
}

/** Adds a new secret at the start of the data folder's list and returns it. */
export function addSecretToFile(dataFolder: string): string {
  const secret = newSecret()
  writeSecrets(dataFolder, [secret, ...secretsInFile(dataFolder)])
  return secret
}

/** Removes all secrets except the newest from the data folder. */
export function keepNewestSecret(dataFolder: string): void {
  writeSecrets(dataFolder, secretsInFile(dataFolder).slice(0, 1))
}

function writeSecrets(dataFolder: string, secrets: readonly string[]): void {
  const file = fileOf(dataFolder)
  // Writes a new file and renames it, so that a crash cannot leave a partial file. Stored data cannot be
  // decrypted without the secret.
  const beside = `${file}.new`
  const open = openSync(beside, 'w', 0o600)
  try {
    writeSync(open, `${secrets.join('\n')}\n`)
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
  renameSync(beside, file)
}

function newSecret(): string {
  return randomBytes(32).toString('hex')
}

function unreadable(file: string, cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'data-folder.secret',
    message: `The secret in ${file} is missing, too short or unreadable.`,
    remedy:
      'Restore it from a backup or set TOUCHSTONE_SECRET. Without it, the stored data cannot be decrypted.',
    cause,
  })
}
