import { type Clock, type Logger, OperatorError } from '@touchstone/common'
import { NodeError, NoNodeError } from './rpc-error.ts'
import { createRpcNode, type RpcNode } from './rpc-node.ts'

export type RpcOptions = {
  readonly chainId: number
  /** http(s) URLs of nodes for the same chain, in order of preference. They can contain secrets. */
  readonly urls: readonly string[]
  readonly clock: Clock
  readonly logger: Logger
  readonly timeoutMs?: number
  /** How long a failed node is skipped. This time doubles with each failure, up to `maxRestMs`. */
  readonly restMs?: number
  readonly maxRestMs?: number
  readonly fetch?: typeof globalThis.fetch
}

/** An answer and the number of nodes that gave it. */
export type Quorum<Answer> = { readonly value: Answer; readonly witnesses: number }

export type ChainRpc = {
  readonly chainId: number
  /** Number of nodes. */
  readonly nodes: number
  /**
   * Sends a request to the nodes in turn until one of them answers. Throws NoNodeError if no node answers.
   */
  request(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  /** Runs several requests on the same node, for example to read a head and its state. */
  withNode<Answer>(work: (node: RpcNode) => Promise<Answer>): Promise<Answer>
  /** Runs the work on all usable nodes at the same time. Returns the result or the error of each node. */
  everyNode<Answer>(work: (node: RpcNode) => Promise<Answer>): Promise<(Answer | Error)[]>
  /**
   * Returns the answer on which `required` nodes agree. Ignores `undefined` answers. Returns undefined if too
   * few nodes agree.
   */
  quorum<Answer>(
    required: number,
    work: (node: RpcNode) => Promise<Answer | undefined>,
    likeness: (answer: Answer) => string,
  ): Promise<Quorum<Answer> | undefined>
}

type State = { node: RpcNode; checked: boolean; failures: number; restsSince: number; restMs: number }

/**
 * Opens a client for several nodes of one chain. Checks a node's chain ID before the first use and after
 * every failure. Skips a node for a while if it fails or returns invalid data.
 */
export function openRpc(options: RpcOptions): ChainRpc {
  const { chainId, clock, logger, restMs = 1000, maxRestMs = 60_000 } = options
  if (options.urls.length === 0) {
    throw new OperatorError({
      code: 'chain.not-configured',
      message: `No node is configured for chain ${chainId}.`,
      remedy: 'Configure the URL of at least one node.',
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

  // Uses the absolute difference, so that setting the clock back does not exclude a node for a long time.
  const rests = (state: State) => Math.abs(clock.now() - state.restsSince) < state.restMs

  function blame(state: State, error: NodeError): void {
    state.checked = false
    // Concurrent requests that fail together count as a single failure.
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
        const reported = Number(await state.node.request('eth_chainId', []))
        if (reported !== chainId) {
          throw new NodeError('other-chain', `${state.node.name} does not serve chain ${chainId}`)
        }
        state.checked = true
      }
      const answer = await work(state.node)
      state.failures = 0
      state.restMs = 0
      return answer
    } catch (thrown) {
      const error = isUnreadable(thrown)
        ? new NodeError('invalid', `${state.node.name} returned an unreadable answer`)
        : thrown
      if (error instanceof NodeError) blame(state, error)
      throw error
    }
  }

  /**
   * Skipped nodes come last, as a fallback: one of them could be available again when all other nodes fail.
   */
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
    throw new NoNodeError(`no node for chain ${chainId} answers: ${problems.join('; ')}`)
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
    async quorum(required, work, likeness) {
      const said = new Map<string, number>()
      for (const state of inOrder()) {
        try {
          const answer = await use(state, work)
          if (answer === undefined) continue
          const key = likeness(answer)
          const witnesses = (said.get(key) ?? 0) + 1
          if (witnesses >= required) return { value: answer, witnesses }
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

/** Returns whether the error was caused by an unreadable answer, such as text instead of a number. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError
}
