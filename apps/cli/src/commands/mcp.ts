import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import type { Command } from 'commander'
import { option } from '../options.ts'
import { settingsOf } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { type CredentialsFile, readCredentials } from './call.ts'

export const mcp: SubCommand = {
  name: 'mcp',
  description:
    'offer the address-risk tools to an agent over standard input and output (Model Context Protocol)',
  options: [
    option(
      '--credentials <file>',
      'credentials file like demo.json (default: the demo’s file in the data folder)',
    ),
  ],
  run: serveAgent,
}

/** Protocol version that this command uses to call the service. Agents can use any version. */
const protocolVersion = '2025-06-18'

type Initialized = { instructions?: string; serverInfo: { name: string; version: string } }

/** Maximum time that a tool call may take. */
const timeoutMs = 120_000

/**
 * Serves an agent over standard input and output. The tools are those of the service's /mcp endpoint, so both
 * have the same rights, limits and answers.
 */
async function serveAgent(command: Command, options: { credentials?: string }): Promise<void> {
  const file = options.credentials ?? join(settingsOf(command).dataFolder, 'demo.json')
  const credentials = readCredentials(file)
  // Loaded only for this command, because it takes a tenth of a second.
  const { Server } = await import('@modelcontextprotocol/server')
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const { instructions, serverInfo } = await ask<Initialized>(credentials, 'initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'touchstone', version: protocolVersion },
  })
  const transport = new StdioServerTransport()
  const isClosed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const handle = serveStdio(
    () => {
      const server = new Server(serverInfo, {
        capabilities: { tools: {} },
        ...(instructions !== undefined && { instructions }),
      })
      server.setRequestHandler('tools/list', () => ask(credentials, 'tools/list', {}))
      server.setRequestHandler('tools/call', ({ params: { name, arguments: input } }) =>
        ask(credentials, 'tools/call', { name, arguments: input ?? {} }),
      )
      return server
    },
    { transport },
  )
  await isClosed
  await handle.close()
}

/** Sends a request to the service's /mcp endpoint and returns its result. */
async function ask<Result>(credentials: CredentialsFile, method: string, params: object): Promise<Result> {
  const response = await fetch(new URL('/mcp', credentials.baseUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      mch_no: credentials.mchNo,
      api_key: credentials.apiKey,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw unavailable('The service does not respond.', cause)
  })
  const answer = parseAnswer(await response.text())
  if (answer?.result !== undefined) return answer.result as Result
  throw unavailable(`${answer?.error?.message ?? answer?.message ?? 'The service refused the request'}.`)
}

type Answer = { result?: unknown; error?: { message: string }; message?: string }

/** Reads a JSON response, or the last event of a stream. */
function parseAnswer(text: string): Answer | undefined {
  const events = text.split('\n').filter((line) => line.startsWith('data:'))
  try {
    return JSON.parse(events.at(-1)?.slice('data:'.length) ?? text) as Answer
  } catch {
    return undefined
  }
}

function unavailable(message: string, cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'cli.mcp',
    message,
    remedy: 'Check that the server is running, and the base URL and key in the credentials file.',
    ...(cause !== undefined && { cause }),
  })
}
