import type { ClickHouse } from '@touchstone/storage'

const closed = new WeakMap<ClickHouse, Promise<unknown>>()

/** While totals are being replaced, questions wait for the moment that takes, rather than see half of them. */
export async function withGateClosed<Result>(
  clickhouse: ClickHouse,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = work()
  const settled = done.catch(() => {})
  closed.set(clickhouse, settled)
  try {
    return await done
  } finally {
    if (closed.get(clickhouse) === settled) closed.delete(clickhouse)
  }
}

export async function passGate(clickhouse: ClickHouse): Promise<void> {
  await closed.get(clickhouse)
}
