import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { OperatorError } from '@touchstone/common'
import { commandVariable } from './secret-command.ts'
import type { Setting } from './setting.ts'
import { settingsTable } from './settings-table.ts'

/** The file in the current folder that `touchstone init` writes. */
export const envFileName = 'touchstone.env'

/** Variables for Node.js and the C library, which systemd and Docker read from the same file. */
const ofProcess = /^(NODE_OPTIONS|MALLOC_[A-Z_]+)$/

/**
 * Reads `touchstone.env`: one `NAME=value` per line, with the names of environment variables. Returns an empty
 * object if there is no file. Fails if other users can read the file, because it contains secrets.
 */
export function readEnvFile(folder: string): Readonly<Record<string, string | undefined>> {
  const path = join(folder, envFileName)
  let text: string
  let mode: number
  try {
    mode = statSync(path).mode
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw envFileError(
      `${envFileName} exists but cannot be read.`,
      'Give the user of the service access to it.',
      error,
    )
  }
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    throw envFileError(
      `${envFileName} is readable by other users.`,
      `Remove that permission: chmod 600 ${path}`,
    )
  const values = parseEnv(text)
  const rows: readonly Setting<unknown>[] = Object.values(settingsTable)
  const known = new Set(rows.flatMap((row) => (row.secret ? [row.env, commandVariable(row)] : [row.env])))
  const unknown = Object.keys(values).filter((name) => !known.has(name) && !ofProcess.test(name))
  if (unknown.length > 0) {
    throw envFileError(
      `${envFileName} sets ${unknown.join(', ')}, which ${unknown.length === 1 ? 'is not a setting' : 'are not settings'}.`,
      'Correct the name. docs/settings.md lists every setting.',
    )
  }
  return values
}

function envFileError(message: string, remedy: string, cause?: unknown): OperatorError {
  return new OperatorError({ code: 'settings.env-file', message, remedy, cause })
}

const widest = 100

/**
 * Returns the text of `touchstone.env`: every setting with its meaning and default. Settings without a value are
 * comments.
 */
export function renderEnvFile(values: Readonly<Record<string, string>>): string {
  const rows: readonly Setting<unknown>[] = Object.values(settingsTable)
  const entries = rows.map(({ env, meaning, takes, otherwise }) => {
    const text = [meaning, `Accepts ${takes}.`, `Default: ${otherwise}.`].flatMap((line) => wrap(line))
    const value = values[env]
    const line = value === undefined ? `#${env}=` : `${env}=${quoted(value)}`
    return [...text.map((each) => `# ${each}`), line].join('\n')
  })
  const head = [
    '# Settings of Touchstone. The server and the command read this file in the folder in which they start.',
    '# Environment variables override it. It contains secrets: keep it readable by its owner only (mode 600), and',
    '# keep a copy of TOUCHSTONE_SECRET and of the faceprint keys in a safe place. Without them, the data is lost.',
  ].join('\n')
  return `${[head, ...entries].join('\n\n')}\n`
}

/** Values with spaces or a number sign need quotes. A value with all three kinds of quotes cannot be written. */
function quoted(value: string): string {
  if (/^[\w.,:;/@+=?&%~<>*!()[\]{}|^-]*$/.test(value)) return value
  const mark = ["'", '"', '`'].find((each) => !value.includes(each))
  if (mark !== undefined && !/[\r\n]/.test(value)) return `${mark}${value}${mark}`
  throw envFileError(
    'A value contains a line break or all three kinds of quotes.',
    'Set it as an environment variable.',
  )
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < widest) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
