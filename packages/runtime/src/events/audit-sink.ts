import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { type Clock, OperatorError } from '@touchstone/common'
import { webhookHeaders } from '@touchstone/contract'
import { type AuditSink, type SentEntry, signWebhook } from '@touchstone/kyc'

const timeLimitMs = 10_000

/** The priority of RFC 5424: facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5

type SinkOptions = { readonly url: string; readonly secret: string | undefined; readonly clock: Clock }

/** Opens the system to which the entries of the audit log are copied. */
export function openAuditSink(options: SinkOptions): AuditSink {
  const url = new URL(options.url)
  const send = {
    'file:': (entries: readonly SentEntry[]) => appendToFile(fileURLToPath(url), entries),
    'syslog:': (entries: readonly SentEntry[]) => sendToSyslog(url, entries),
    'syslogs:': (entries: readonly SentEntry[]) => sendToSyslog(url, entries),
    'https:': (entries: readonly SentEntry[]) => post(options, entries),
    'http:': (entries: readonly SentEntry[]) => post(options, entries),
  }[url.protocol]
  if (send === undefined) throw new RangeError(`no audit sink for ${url.protocol}`)
  return {
    async send(entries) {
      try {
        await send(entries)
      } catch (error) {
        throw failure(url, error)
      }
    },
  }
}

/** Waits until the lines are on the disk. */
async function appendToFile(path: string, entries: readonly SentEntry[]): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.writeFile(linesOf(entries))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Sends the lines in one request, signed like a webhook. */
async function post({ url, secret, clock }: SinkOptions, entries: readonly SentEntry[]): Promise<void> {
  const body = linesOf(entries)
  const time = Math.floor(clock.now() / 1000)
  // The same entries always have the same id, so that the receiver can recognise a repeated request.
  const id = createHash('sha256').update(body).digest('hex')
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMs),
    headers: {
      'content-type': 'application/x-ndjson',
      [webhookHeaders.id]: id,
      [webhookHeaders.timestamp]: String(time),
      ...(secret !== undefined && {
        [webhookHeaders.signature]: signWebhook({ id, body, secrets: [secret], time }),
      }),
    },
    body,
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`it answered ${response.status}`)
}

/**
 * Sends each entry as one message of RFC 5424 over TCP, with its length in front (RFC 6587). The protocol has no
 * acknowledgement: the entries are only known to have reached the other machine.
 */
async function sendToSyslog(url: URL, entries: readonly SentEntry[]): Promise<void> {
  const isTls = url.protocol === 'syslogs:'
  const to = { host: url.hostname, port: Number(url.port || (isTls ? 6514 : 601)) }
  const messages = entries.map((entry) => {
    const text = `<${priority}>1 ${entry.at} ${hostname()} touchstone ${process.pid} audit - ${JSON.stringify(entry)}`
    return `${Buffer.byteLength(text)} ${text}`
  })
  await new Promise<void>((resolve, reject) => {
    const socket: Socket = isTls ? connectTls({ ...to, servername: to.host }) : connectTcp(to)
    socket.setTimeout(timeLimitMs, () => socket.destroy(new Error('it did not answer in time')))
    socket.once('error', reject)
    // The other machine closes its side after it has read everything.
    socket.once('close', (hadError) => !hadError && resolve())
    socket.resume()
    socket.end(messages.join(''))
  })
}

const linesOf = (entries: readonly SentEntry[]) =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

function failure(url: URL, cause: unknown): OperatorError {
  const {
    code,
    message,
    cause: inner,
  } = cause as { code?: string; message?: string; cause?: { code?: string } }
  const why = inner?.code ?? code ?? message ?? 'unknown'
  return new OperatorError({
    code: 'audit.sink',
    message: `Entries of the audit log could not be sent to ${url.protocol}//${url.host}: ${why}.`,
    remedy:
      'Check AUDIT_SINK and the receiving system. The entries are sent again every minute; none is lost.',
    cause,
  })
}
