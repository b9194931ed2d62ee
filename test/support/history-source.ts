import type { Network } from '@touchstone/kyt'
import type {
  HistorySource,
  HistoryTransfer,
} from '../../packages/kyt/src/sources/histories/history-source.ts'

export type TestSource = HistorySource & {
  /** The requests sent so far, each as the operation followed by the address, if any. */
  readonly requests: string[]
  /** Runs before each request, for example to make it fail. */
  before: (request: string) => Promise<void> | void
  head: HistorySource['head']
}

/**
 * Creates a source that returns the given transfers of each address, oldest first, a few per page. Each page
 * takes one request.
 */
export function createTestSource(of: {
  readonly network?: Network
  readonly kind?: string
  readonly transfers: readonly HistoryTransfer[]
  readonly head: { readonly block: number; readonly time: number }
  readonly perPage?: number
  readonly sized?: boolean
  readonly lacks?: readonly string[]
  readonly newestPerRequest?: number
}): TestSource {
  const { network = 'ETH', kind = 'test', perPage = 5, sized = true } = of
  const requests: string[] = []
  const byAddress = new Map<string, HistoryTransfer[]>()
  for (const transfer of of.transfers) {
    for (const address of new Set([transfer.from, transfer.to])) {
      byAddress.set(address, [...(byAddress.get(address) ?? []), transfer])
    }
  }
  const ask = async (asking: Parameters<HistorySource['head']>[0], request: string) => {
    await asking.beforeRequest()
    requests.push(request)
    await source.before(request)
  }
  const source: TestSource = {
    ...{ kind, network, requests, before: () => {}, lacks: () => of.lacks ?? [] },
    ...(of.newestPerRequest !== undefined && { newestPerRequest: of.newestPerRequest }),
    async head(asking) {
      await ask(asking, 'head')
      return of.head
    },
    async size(address, asking) {
      if (!sized) return undefined
      await ask(asking, `size ${address}`)
      return new Set((byAddress.get(address) ?? []).map(({ tx }) => tx)).size
    },
    async *read({ address, from, to }, asking) {
      const own = (byAddress.get(address) ?? [])
        .filter(({ block }) => block >= from && block <= to)
        .sort((a, b) => a.block - b.block)
      for (let at = 0; ; ) {
        await ask(asking, `read ${address}`)
        let end = Math.min(own.length, at + perPage)
        // A block is never split between pages.
        while (end < own.length && own[end]?.block === own[end - 1]?.block) end += 1
        const transfers = own.slice(at, end)
        const last = transfers.at(-1)
        at = end
        const isLast = at >= own.length
        yield { transfers, rows: transfers.length, through: isLast ? to : (last?.block ?? to) }
        if (isLast) return
      }
    },
  }
  return source
}
