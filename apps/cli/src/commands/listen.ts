import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, TouchstoneApiError, type WebhookEvent } from '@touchstone/client'
import { OperatorError, systemClock } from '@touchstone/common'
import { type EventType, eventTypes, webhookHeaders } from '@touchstone/contract'
import type { Command } from 'commander'
import { settingsOf } from '../session.ts'
import { terminalOf } from '../terminal.ts'
import { readCredentials } from './call.ts'

type Options = { forward: string; types?: string[]; secret?: string; credentials?: string }

/** Interval at which the service is asked for new events. */
const lookEveryMs = 1000
const timeoutMs = 10_000

/**
 * Reads new events through the API and forwards them to a URL, usually on this machine, signed like webhooks.
 * Nothing is stored and nothing is retried: a receiver that fails gets the next event.
 */
export async function listen(command: Command, options: Options): Promise<void> {
  const { stdout } = terminalOf(command)
  const url = checkedUrl(options.forward)
  const types = checkedTypes(options.types)
  const file = options.credentials ?? join(settingsOf(command).dataFolder, 'demo.json')
  const client = createClient(readCredentials(file))
  const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  if (options.secret === undefined) stdout.write(`Signing secret: ${secret}\n`)
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  const since = Math.floor(systemClock.now() / 1000)
  let cursor = ''
  stdout.write(`Forwarding new events to ${url}. Stop with Ctrl-C.\n`)
  try {
    while (!stop.signal.aborted) {
      const input = { ...(types && { types }), ...(cursor === '' ? { start_timestamp: since } : { cursor }) }
      const { event_list, next_cursor, has_more } = await client.listEvents(input).catch(explain)
      for (const event of event_list) {
        const answer = await forward(event, { url, secret, signal: stop.signal })
        stdout.write(
          `${new Date(event.created * 1000).toISOString()}  ${event.type}  ${event.id}  ${answer}\n`,
        )
      }
      cursor = next_cursor
      if (!has_more) await pause(lookEveryMs, undefined, { signal: stop.signal }).catch(() => {})
    }
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

/** Sends the event once. Returns the status of the response, or why there is none. */
async function forward(
  event: WebhookEvent,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<string> {
  const body = JSON.stringify(event)
  const time = Math.floor(systemClock.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${event.id}.${time}.${body}`).digest('base64')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [webhookHeaders.id]: event.id,
        [webhookHeaders.timestamp]: String(time),
        [webhookHeaders.signature]: `v1,${mac}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch {
    return 'no response'
  }
}

function checkedUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href
  throw usage(`"${text}" is not an http or https URL.`, 'Pass a URL such as http://localhost:3000/hook.')
}

function checkedTypes(types: readonly string[] | undefined): EventType[] | undefined {
  const unknown = types?.find((type) => !(eventTypes as readonly string[]).includes(type))
  if (unknown !== undefined)
    throw usage(`"${unknown}" is not a type of event.`, `The types are ${eventTypes.join(', ')}.`)
  return types as EventType[] | undefined
}

function explain(error: unknown): never {
  if (!(error instanceof TouchstoneApiError)) throw error
  throw usage(`${error.message}.`, error.remedy ?? 'Check that the server is running.')
}

function usage(message: string, remedy: string): OperatorError {
  return new OperatorError({ code: 'cli.listen', message, remedy })
}
