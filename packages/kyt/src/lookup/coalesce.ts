type Batch<Key, Value> = {
  readonly keys: Map<string, Key>
  readonly found: Promise<ReadonlyMap<string, Value>>
  resolve(found: ReadonlyMap<string, Value>): void
  reject(error: unknown): void
}

/**
 * Look-ups that arrive together share one question to the engine: its fixed cost then bounds the time of a look-up but not
 * how many there can be. Nobody is made to wait for company: the first goes at once, and those who come while questions
 * are under way go together as soon as one of them is back. What is found has an entry for every key that the engine knows
 * something of, and may have others: all who share a question share its answer.
 */
export function coalesce<Key, Value>(options: {
  identify: (key: Key) => string
  fetch: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>
  /** A question with so many keys takes no more askers. */
  atOnce?: number
  underWay?: number
}): (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>> {
  const { identify, fetch, atOnce = 128, underWay: mostUnderWay = 2 } = options
  const waiting: Batch<Key, Value>[] = []
  let underWay = 0

  const send = () => {
    if (underWay >= mostUnderWay) return
    const batch = waiting.shift()
    if (batch === undefined) return
    underWay += 1
    fetch([...batch.keys.values()])
      .then(batch.resolve, batch.reject)
      .finally(() => {
        underWay -= 1
        // Those who have got their answers now, and at once ask for the next thing, come along.
        setImmediate(send)
      })
  }

  return (keys) => {
    let batch = waiting.at(-1)
    if (batch === undefined || batch.keys.size >= atOnce) {
      batch = openBatch()
      waiting.push(batch)
      // What else is asked for in this turn of the loop comes along.
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
