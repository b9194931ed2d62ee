type Batch<Key, Value> = {
  readonly keys: Map<string, Key>
  readonly found: Promise<ReadonlyMap<string, Value>>
  resolve(found: ReadonlyMap<string, Value>): void
  reject(error: unknown): void
}

/**
 * Batches concurrent lookups into shared queries, so that a query's fixed cost affects the latency of lookups
 * but not their throughput. Sends the first lookup immediately. Lookups that arrive while queries are in
 * progress are sent together as soon as one query completes. The result has an entry for every requested key
 * that exists, and can have entries for other callers' keys in the same batch.
 */
export function coalesce<Key, Value>(options: {
  identify: (key: Key) => string
  fetch: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>
  /** A batch with this many keys accepts no more callers. */
  maxKeys?: number
  maxQueries?: number
}): (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>> {
  const { identify, fetch, maxKeys = 128, maxQueries = 2 } = options
  const waiting: Batch<Key, Value>[] = []
  let inProgress = 0

  const send = () => {
    if (inProgress >= maxQueries) return
    const batch = waiting.shift()
    if (batch === undefined) return
    inProgress += 1
    fetch([...batch.keys.values()])
      .then(batch.resolve, batch.reject)
      .finally(() => {
        inProgress -= 1
        // Waits one turn, so that callers that are about to send their next lookup join the batch.
        setImmediate(send)
      })
  }

  return (keys) => {
    let batch = waiting.at(-1)
    if (batch === undefined || batch.keys.size >= maxKeys) {
      batch = openBatch()
      waiting.push(batch)
      // Waits one turn, so that other lookups from the same turn join the batch.
      setImmediate(send)
    }
    for (const key of keys) batch.keys.set(identify(key), key)
    return batch.found
  }
}

function openBatch<Key, Value>(): Batch<Key, Value> {
  const batch = { keys: new Map() } as {
    -readonly [Name in keyof Batch<Key, Value>]: Batch<Key, Value>[Name]
  }
  batch.found = new Promise((resolve, reject) => {
    batch.resolve = resolve
    batch.reject = reject
  })
  return batch
}
