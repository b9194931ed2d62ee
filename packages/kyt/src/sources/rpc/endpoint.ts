import { OperatorError } from '@touchstone/common'
import { RpcError } from './rpc-error.ts'

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

export type Endpoint = {
  readonly host: string
  /** One HTTP exchange; results in the order of the calls. */
  ask(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<unknown[]>
}

type Answer = { id?: unknown; result?: unknown; error?: { code?: unknown; message?: unknown } | null }

/** "Limit exceeded" and "internal error" of JSON-RPC; Bitcoin Core says -28 while it is starting. */
const passing = new Set([-32005, -32603, -28])
const longestText = 200

export function createEndpoint(options: {
  url: string
  timeoutMs: number
  parse: (text: string) => unknown
  fetch: typeof globalThis.fetch
}): Endpoint {
  const { target, headers, host, scrub } = readUrl(options.url)

  const failure = (what: string, details: { retryable: boolean; code?: number; retryAfterMs?: number }) =>
    new RpcError({ message: `${host}: ${scrub(what)}`, ...details })

  async function exchange(body: string, signal: AbortSignal | undefined) {
    // AbortSignal.any would do, but on Node 20 it keeps something of every call for as long as the signal lives.
    const stop = new AbortController()
    const abort = () => stop.abort()
    const timer = setTimeout(abort, options.timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const init = { method: 'POST', headers, body, redirect: 'error', signal: stop.signal } as const
      const response = await options.fetch(target, init)
      return {
        status: response.status,
        after: response.headers.get('retry-after'),
        text: await response.text(),
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (stop.signal.aborted) throw failure(`no answer within ${options.timeoutMs} ms`, { retryable: true })
      throw failure(`no connection (${reasonOf(error)})`, { retryable: true })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    host,
    async ask(calls, signal) {
      const questions = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
      const single = questions.length === 1
      const { status, after, text } = await exchange(
        JSON.stringify(single ? questions[0] : questions),
        signal,
      )
      if (status === 429) {
        const seconds = Number(after ?? Number.NaN)
        throw failure('too many requests (HTTP 429)', {
          retryable: true,
          ...(Number.isFinite(seconds) && { retryAfterMs: seconds * 1000 }),
        })
      }
      const answers = readAnswers(text, options.parse)
      // Bitcoin Core sends its JSON-RPC errors with HTTP 500 or 404: where there is an answer, the answer counts.
      if (!answers) {
        if (status === 200) throw failure('the answer is no JSON-RPC', { retryable: true })
        throw failure(`HTTP ${status}`, { retryable: status >= 500 })
      }
      return calls.map(({ method }, id) => {
        // A whole batch that was refused comes back as one error: it stands for every call.
        const answer = Array.isArray(answers) ? answers.find((one) => one.id === id) : answers
        if (answer?.error) {
          const code = typeof answer.error.code === 'number' ? answer.error.code : 0
          const said = typeof answer.error.message === 'string' ? answer.error.message : 'no reason given'
          throw failure(`${method}: ${said} (${code})`, { retryable: passing.has(code), code })
        }
        if (!answer || answer.result === undefined) {
          throw failure(`${method}: not answered`, { retryable: true })
        }
        return answer.result
      })
    },
  }
}

function readAnswers(text: string, parse: (text: string) => unknown): Answer | Answer[] | undefined {
  try {
    const read = parse(text)
    if (Array.isArray(read)) return read.every(isAnswer) ? read : undefined
    return isAnswer(read) ? read : undefined
  } catch {
    return undefined
  }
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && ('result' in value || 'error' in value)
}

function readUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OperatorError({
      code: 'rpc-url',
      message: 'The address of a node is not an http or https URL.',
      remedy: 'Give it in the form https://host/path.',
    })
  }
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const secrets = [...url.pathname.split('/'), ...url.searchParams.values()]
  if (url.username !== '' || url.password !== '') {
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`
    secrets.push(decodeURIComponent(url.password))
    // fetch refuses a URL that carries a login.
    url.username = ''
    url.password = ''
  }
  const hidden = secrets.filter((secret) => secret.length >= 6)
  const scrub = (said: string) =>
    hidden.reduce((words, secret) => words.replaceAll(secret, '…'), said).slice(0, longestText)
  return { target: url.href, headers, host: url.host, scrub }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : 'the connection broke'
}
