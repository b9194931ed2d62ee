import { readFileSync } from 'node:fs'
import { OperatorError } from '@touchstone/common'
import { commandKey } from './secret-command.ts'
import type { Setting } from './setting.ts'
import { settingsTable } from './settings-table.ts'

/** Reads touchstone.config.json as texts by key. Returns nothing if the file does not exist. */
export function readConfigFile(path: string): Map<string, string> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return new Map()
    throw configError('touchstone.config.json exists but cannot be read.', error)
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw configError('touchstone.config.json is not valid JSON.', error)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw configError('touchstone.config.json must contain one object.')
  }
  const rows: readonly Setting<unknown>[] = Object.values(settingsTable)
  const known = new Set(rows.flatMap((row) => (row.secret ? [row.key, commandKey(row)] : [row.key])))
  const values = new Map<string, string>()
  for (const [key, value] of Object.entries(parsed)) {
    if (!known.has(key)) throw configError(`touchstone.config.json has a key "${key}" that is not a setting.`)
    if (typeof value === 'boolean') values.set(key, value ? 'on' : 'off')
    else if (typeof value === 'string' || typeof value === 'number') values.set(key, String(value))
    else throw configError(`${key} in touchstone.config.json must be a string, a number, true or false.`)
  }
  return values
}

function configError(message: string, cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'settings.file',
    message,
    remedy: 'Correct the file and start again. docs/settings.md lists every setting.',
    cause,
  })
}
