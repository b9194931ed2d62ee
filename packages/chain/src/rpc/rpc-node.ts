import { OperatorError } from '@touchstone/common'
import { NodeError, RpcAnswerError } from './rpc-error.ts'

/** One node over JSON-RPC. */
export type RpcNode = {
  /** Its number in the list and its host: all that may be logged of it. */
  readonly name: string
  ask(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>
}

/** Limit exceeded and internal error of JSON-RPC; a method outside of the plan that another node may know. */
const passing = new Set([-32005, -32603, -32601, -32004, 429])
const longestAnswer = 4_000_000
const longestText = 300

export function createRpcNode(options: {
  url: string
  number: number
  timeoutMs: number
  fetch: typeof globalThis.fetch
}): RpcNode {
  const { target, headers, host, scrub } = readUrl(options.url)
  const name = `node ${options.number} (${host})`
  let id = 0

  async function exchange(body: string, signal: AbortSignal | undefined): Promise<string> {
    // AbortSignal.any would do, but on Node 20 it keeps something of every call for as long as the signal lives.
    const stop = new AbortController()
    const abort = () => stop.abort()
    const timer = setTimeout(abort, options.timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const init = { method: 'POST', headers, body, redirect: 'error', signal: stop.signal } as const
      const response = await options.fetch(target, init)
      const text = await response.text()
      if (response.status === 429) throw new NodeError('busy', `${name} asks to be left alone for a while`)
      // Some nodes send JSON-RPC errors with HTTP 400 or 500: where there is an answer, the answer counts.
      if (!response.ok && !text.includes('"jsonrpc"')) {
        throw new NodeError('down', `${name} answers with HTTP ${response.status}`)
      }
      if (text.length > longestAnswer) throw new NodeError('lies', `${name} sends far too long an answer`)
      return text
    } catch (error) {
      if (error instanceof NodeError) throw error
      signal?.throwIfAborted()
      throw new NodeError(
        'down',
        stop.signal.aborted ? `${name} is silent for ${options.timeoutMs} ms` : `${name} can't be reached`,
      )
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    name,
    async ask(method, params, signal) {
      id += 1
      const asked = id
      const text = await exchange(JSON.stringify({ jsonrpc: '2.0', id: asked, method, params }), signal)
      const answer = readAnswer(text)
      if (!answer || (answer.id !== asked && answer.error === undefined)) {
        throw new NodeError('down', `${name} answers ${method} with something else than JSON-RPC`)
      }
      if (answer.error !== undefined && answer.error !== null) {
        const { code = 0, message = 'no reason given', data } = answer.error
        const said = scrub(String(message))
        // A revert comes as an internal error from some nodes: it is an answer, and the same everywhere.
        if (passing.has(Number(code)) && !/revert|nonce|funds|underpriced|known/i.test(said)) {
          throw new NodeError('busy', `${name}: ${method}: ${said} (${code})`)
        }
        throw new RpcAnswerError({ code: Number(code), message: said, data })
      }
      if (!('result' in answer)) throw new NodeError('down', `${name} does not answer ${method}`)
      return answer.result
    },
  }
}

type Answer = {
  id?: unknown
  result?: unknown
  error?: { code?: unknown; message?: unknown; data?: unknown }
}

function readAnswer(text: string): Answer | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && ('result' in read || 'error' in read)
      ? (read as Answer)
      : undefined
  } catch {
    return undefined
  }
}

function readUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OperatorError({
      code: 'chain.rpc-url',
      message: 'The address of a chain node is not an http or https URL.',
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
