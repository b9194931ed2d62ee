/**
 * Look-ups that arrive together share one question to the engine: its fixed cost, a few milliseconds, then bounds the
 * time of a look-up but not how many there can be. Nobody is made to wait for company: the first goes at once, and those
 * who come while questions are under way go together as soon as one of them is back.
 */
export function coalesce<Key, Value>(options: {
  identify: (key: Key) => string
  fetch: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>
  /** What a key has that the engine knows nothing of. */
  missing: Value
  atOnce?: number
  underWay?: number
}): (key: Key) => Promise<Value> {
  const atOnce = options.atOnce ?? 128
  const mostUnderWay = options.underWay ?? 2
  type Waiting = {
    key: Key
    promise: Promise<Value>
    resolve(value: Value): void
    reject(error: unknown): void
  }
  const waiting = new Map<string, Waiting>()
  let underWay = 0

  const send = () => {
    if (waiting.size === 0 || underWay >= mostUnderWay) return
    const sent = new Map([...waiting].slice(0, atOnce))
    for (const id of sent.keys()) waiting.delete(id)
    underWay += 1
    options
      .fetch([...sent.values()].map((one) => one.key))
      .then(
        (found) => {
          for (const [id, one] of sent) one.resolve(found.get(id) ?? options.missing)
        },
        (error) => {
          for (const one of sent.values()) one.reject(error)
        },
      )
      .finally(() => {
        underWay -= 1
        send()
      })
  }

  return (key) => {
    const id = options.identify(key)
    const known = waiting.get(id)
    if (known !== undefined) return known.promise
    const one = { key } as Waiting
    one.promise = new Promise((resolve, reject) => {
      one.resolve = resolve
      one.reject = reject
    })
    waiting.set(id, one)
    // What else is asked for in this turn of the loop comes along.
    if (waiting.size === 1) setImmediate(send)
    return one.promise
  }
}
