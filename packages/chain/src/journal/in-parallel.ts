/**
 * Runs work in order with a concurrency limit. If an item fails, waits for the running items to finish and
 * then throws the first error.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  let failure: { error: unknown } | undefined
  const walk = async () => {
    while (next < items.length && !failure) {
      const index = next++
      try {
        results[index] = await work(items[index] as Item)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, walk))
  if (failure) throw failure.error
  return results
}
