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

/**
 * The format of a credentials file. The demo writes its own file, and a file in the same format works for any
 * merchant.
 */
export type CredentialsFile = {
  baseUrl: string
  openapiUrl?: string
  authUrl?: string
  mchNo: string
  apiKey: string
}

export const call: SubCommand = {
  name: 'call',
  description: 'call an API operation and print its data as JSON',
  arguments: [
    argument('<operation>', `one of ${Object.keys(operations).join(', ')}`),
    argument('[fields...]', 'request fields as name=value'),
  ],
  options: [
    option(
      '--credentials <file>',
      'credentials file like demo.json (default: the demo’s file in the data folder)',
    ),
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
    throw usage(`Unknown operation "${name}".`, 'Run this command with --help to list the operations.')
  }
  const operation = name as OperationName
  const file = options.credentials ?? join(settingsOf(command).dataFolder, 'demo.json')
  const client = createClient({ ...readCredentials(file), fetch: fetchAsCommandLine })
  try {
    const data = await client.call(operation, readFields(operation, fields) as never)
    terminalOf(command).stdout.write(`${JSON.stringify(data, null, 2)}\n`)
  } catch (error) {
    if (!(error instanceof TouchstoneApiError)) throw error
    throw usage(`${error.message}.`, error.remedy ?? 'Check that the server is running.')
  }
}

/** Marks calls as those of the command line, so that the service records their questions. */
export const fetchAsCommandLine: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('x-touchstone-channel', 'command-line')
  return fetch(input, { ...init, headers })
}

export function readCredentials(file: string): CredentialsFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CredentialsFile
  } catch (cause) {
    throw new OperatorError({
      code: 'cli.credentials',
      message: `${file} is not a readable credentials file.`,
      remedy: 'Start the server once to create the demo, or pass a file with --credentials.',
      cause,
    })
  }
}

/**
 * Parses a field's value as the type that the schema defines. Lists, objects and booleans are given as JSON.
 */
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
      return [name, parsed(text, type)]
    }),
  )
}

function parsed(text: string, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return Number(text)
  if (type !== 'array' && type !== 'object' && type !== 'boolean') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function usage(message: string, remedy: string): OperatorError {
  return new OperatorError({ code: 'cli.call', message, remedy })
}
