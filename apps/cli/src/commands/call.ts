import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, TouchstoneApiError } from '@touchstone/client'
import { OperatorError } from '@touchstone/common'
import { type OperationName, operations } from '@touchstone/contract'
import type { Command } from 'commander'
import { argument, option } from '../options.ts'
import { settingsOf } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { terminalOf } from '../terminal.ts'

/** The form of the demo's credentials file; one of the same form works for any merchant. */
type CredentialsFile = {
  baseUrl: string
  openapiUrl?: string
  authUrl?: string
  mchNo: string
  apiKey: string
}

export const call: SubCommand = {
  name: 'call',
  description: 'call an operation of the API and print its data as JSON',
  arguments: [
    argument('<operation>', `one of ${Object.keys(operations).join(', ')}`),
    argument('[fields...]', 'fields of the request as name=value'),
  ],
  options: [
    option('--credentials <file>', 'a file like demo.json (the demo’s in the data folder by default)'),
  ],
  run: callOperation,
}

async function callOperation(
  command: Command,
  name: string,
  fields: string[],
  options: { credentials?: string },
): Promise<void> {
  if (!Object.hasOwn(operations, name)) {
    throw usage(`There is no operation "${name}".`, 'The help of this command lists them.')
  }
  const operation = name as OperationName
  const file = options.credentials ?? join(settingsOf(command).dataFolder, 'demo.json')
  const client = createClient(readCredentials(file))
  try {
    const data = await client.call(operation, readFields(operation, fields) as never)
    terminalOf(command).stdout.write(`${JSON.stringify(data, null, 2)}\n`)
  } catch (error) {
    if (!(error instanceof TouchstoneApiError)) throw error
    throw usage(`${error.message}.`, error.remedy ?? 'Look whether the server runs.')
  }
}

export function readCredentials(file: string): CredentialsFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CredentialsFile
  } catch (cause) {
    throw new OperatorError({
      code: 'cli.credentials',
      message: `${file} can't be read as a credentials file.`,
      remedy: 'Start the server once to make the demo, or name a file with --credentials.',
      cause,
    })
  }
}

/** Texts stay texts; a field whose schema is a number is read as one. */
function readFields(operation: OperationName, fields: readonly string[]): Record<string, unknown> {
  const { properties } = operations[operation].request as unknown as {
    properties: Record<string, { type?: string }>
  }
  return Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf('=')
      if (at < 1) throw usage(`"${field}" is not a field.`, 'Write it as name=value.')
      const name = field.slice(0, at)
      const text = field.slice(at + 1)
      const type = properties[name]?.type
      return [name, type === 'integer' || type === 'number' ? Number(text) : text]
    }),
  )
}

function usage(message: string, remedy: string): OperatorError {
  return new OperatorError({ code: 'cli.call', message, remedy })
}
