export type RpcQuestion = { method: string; params: unknown[] }
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/** Intercepts a request to a node. Can respond in place of the node, change the node's response, or throw. */
export type Fault = (question: RpcQuestion, ask: () => Promise<RpcAnswer>) => Promise<RpcAnswer>

/** Creates a `fetch` that injects faults, for tests. */
export function createFaultyFetch(fault: Fault): typeof globalThis.fetch {
  return async (target, init) => {
    const question = JSON.parse(String(init?.body)) as RpcQuestion & { id: number }
    const answer = await fault(question, async () => {
      const response = await fetch(target, init)
      return (await response.json()) as RpcAnswer
    })
    return Response.json({ ...answer, jsonrpc: '2.0', id: question.id })
  }
}
