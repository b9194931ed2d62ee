import { type Clock, type Logger, OperatorError } from '@touchstone/common'
import { NodeError, NoNodeError } from './rpc-error.ts'
import { createRpcNode, type RpcNode } from './rpc-node.ts'

export type RpcOptions = {
  readonly chainId: number
  /** http(s) URLs of nodes of the same chain, the preferred one first. They may hold secrets. */
  readonly urls: readonly string[]
  readonly clock: Clock
  readonly logger: Logger
  readonly timeoutMs?: number
  /** How long a node that failed is left alone at first; doubled each time, up to `maxRestMs`. */
  readonly restMs?: number
  readonly maxRestMs?: number
  readonly fetch?: typeof globalThis.fetch
}

/** What the first so many nodes that agree say; `undefined` where too few agree (yet). */
export type Quorum<Answer> = { readonly value: Answer; readonly witnesses: number }

export type ChainRpc = {
  readonly chainId: number
  /** How many nodes there are. */
  readonly nodes: number
  /** Asks one node after the other until one answers. Throws NoNodeError when none does. */
  request(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  /** The same for several questions that must be of one node, as a head and what was read at it. */
  withNode<Answer>(work: (node: RpcNode) => Promise<Answer>): Promise<Answer>
  /** Asks all nodes, the bad ones left out, one after the other: what each said or threw. */
  everyNode<Answer>(work: (node: RpcNode) => Promise<Answer>): Promise<(Answer | Error)[]>
  /** Believes what `wanted` nodes say alike (`undefined` answers say nothing). */
  quorum<Answer>(
    wanted: number,
    work: (node: RpcNode) => Promise<Answer | undefined>,
    likeness: (answer: Answer) => string,
  ): Promise<Quorum<Answer> | undefined>
}

type State = { node: RpcNode; checked: boolean; failures: number; restsSince: number; restMs: number }

/**
 * One client over several nodes of one chain. A node is asked for its chain id before it is believed anything, and again
 * after every failure. One that fails, or lies, is left alone for a while, and the next one is asked.
 */
export function openRpc(options: RpcOptions): ChainRpc {
  const { chainId, clock, logger, restMs = 1000, maxRestMs = 60_000 } = options
  if (options.urls.length === 0) {
    throw new OperatorError({
      code: 'chain.not-configured',
      message: `No node is given for the chain ${chainId}.`,
      remedy: 'Give the URL of at least one.',
    })
  }
  const states = options.urls.map((url, index): State => {
    const node = createRpcNode({
      url,
      number: index + 1,
      timeoutMs: options.timeoutMs ?? 15_000,
      fetch: options.fetch ?? globalThis.fetch,
    })
    return { node, checked: false, failures: 0, restsSince: 0, restMs: 0 }
  })

  // A clock that was set back must not let a node rest for ever: time passed counts in both directions.
  const rests = (state: State) => Math.abs(clock.now() - state.restsSince) < state.restMs

  function blame(state: State, error: NodeError): void {
    state.checked = false
    // Several questions that were under way together are one failure.
    if (rests(state)) return
    state.failures += 1
    state.restsSince = clock.now()
    const known = error.kind === 'invalid' || error.kind === 'other-chain'
    state.restMs = known ? maxRestMs : Math.min(maxRestMs, restMs * 2 ** (state.failures - 1))
    logger.warn(
      { chainId, node: state.node.name, kind: error.kind, reason: error.message },
      'chain node failed',
    )
  }

  async function use<Answer>(state: State, work: (node: RpcNode) => Promise<Answer>): Promise<Answer> {
    try {
      if (!state.checked) {
        const told = Number(await state.node.request('eth_chainId', []))
        if (told !== chainId) {
          throw new NodeError('other-chain', `${state.node.name} is of another chain than ${chainId}`)
        }
        state.checked = true
      }
      const answer = await work(state.node)
      state.failures = 0
      state.restMs = 0
      return answer
    } catch (thrown) {
      const error = isUnreadable(thrown)
        ? new NodeError('invalid', `${state.node.name} answers what can't be read`)
        : thrown
      if (error instanceof NodeError) blame(state, error)
      throw error
    }
  }

  /** Those that rest come last: when all the others fail too, one of them may be back. */
  const inOrder = () => [...states.filter((state) => !rests(state)), ...states.filter(rests)]

  async function withNode<Answer>(work: (node: RpcNode) => Promise<Answer>): Promise<Answer> {
    const problems: string[] = []
    for (const state of inOrder()) {
      try {
        return await use(state, work)
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        problems.push(error.message)
      }
    }
    throw new NoNodeError(`no node of chain ${chainId} answers: ${problems.join('; ')}`)
  }

  return {
    chainId,
    nodes: states.length,
    withNode,
    request: (method, params = [], signal) => withNode((node) => node.request(method, params, signal)),
    async everyNode(work) {
      const willing = states.filter((state) => !rests(state))
      return await Promise.all(
        (willing.length > 0 ? willing : states).map((state) =>
          use(state, work).catch((error: Error) => error),
        ),
      )
    },
    async quorum(wanted, work, likeness) {
      const said = new Map<string, number>()
      for (const state of inOrder()) {
        try {
          const answer = await use(state, work)
          if (answer === undefined) continue
          const key = likeness(answer)
          const witnesses = (said.get(key) ?? 0) + 1
          if (witnesses >= wanted) return { value: answer, witnesses }
          said.set(key, witnesses)
        } catch (error) {
          if (!(error instanceof NodeError)) throw error
        }
      }
      if (said.size > 1) logger.warn({ chainId, answers: said.size }, 'chain nodes disagree')
      return undefined
    },
  }
}

/** No number where one should be, nothing where something should be. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError
}
