/** Sends a JSON-RPC call that viem does not support. For our own nodes only. */
export async function callNode<Result>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  timeLimitMs = 10_000,
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeLimitMs),
  })
  const answer = (await response.json()) as { result?: Result; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result as Result
}
