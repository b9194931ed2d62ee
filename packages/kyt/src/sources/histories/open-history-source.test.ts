import { expect, test } from 'vitest'
import { createTestHttp, freely } from '../../../../../test/support/explorers/read-history.ts'
import { type Network, networks } from '../../addresses/networks.ts'
import { type HistorySourceKind, historySourceKinds, openHistorySource } from './open-history-source.ts'

const kinds = Object.keys(historySourceKinds) as HistorySourceKind[]
const urlOf = (input: Parameters<typeof fetch>[0]) => new URL(input instanceof Request ? input.url : input)

test.each(kinds)(
  '%s: opens a source for each of its networks, and sends the key only as documented',
  async (kind) => {
    for (const network of historySourceKinds[kind].networks) {
      const asked: { url: URL; headers: Headers }[] = []
      const { http } = createTestHttp({
        attempts: 1,
        fetch: async (input, init) => {
          asked.push({ url: urlOf(input), headers: new Headers(init?.headers) })
          return Response.json({})
        },
      })
      const url = historySourceKinds[kind].urls[network]
      const source = openHistorySource({
        ...{
          kind,
          network,
          http,
          key: 'K3Y',
          url: url === undefined ? 'https://own.example/path' : undefined,
        },
      })
      expect([source.kind, source.network]).toEqual([kind, network])
      await expect(source.head(freely)).rejects.toMatchObject({ name: 'SourceError' })
      // A node that refuses a batch of calls is asked again without one.
      expect(asked).toHaveLength(kind === 'evm-node' ? 2 : 1)
      const [request] = asked
      const places = [request?.url.searchParams.get('apikey'), request?.headers.get('api-key')]
      places.push(request?.headers.get('tron-pro-api-key'))
      const takesKey = kind !== 'evm-node' && kind !== 'esplora'
      expect(places.filter((place) => place === 'K3Y')).toHaveLength(takesKey ? 1 : 0)
      expect(request?.url.host).toBe(url === undefined ? 'own.example' : new URL(url).host)
    }
  },
)

test('every EVM network, every Bitcoin network and Tron have at least one kind of source', () => {
  const missing = (Object.keys(networks) as Network[]).filter((network) =>
    kinds.every((kind) => !historySourceKinds[kind].networks.includes(network)),
  )
  expect(missing).toEqual(['SOL', 'TON', 'SUI'])
})

test('rejects a network that the kind does not support, and a missing URL or key', () => {
  const { http } = createTestHttp()
  expect(() => openHistorySource({ kind: 'trongrid', network: 'BTC', http })).toThrow('does not support')
  expect(() => openHistorySource({ kind: 'blockbook', network: 'BTC', http })).toThrow('no public URL')
  expect(() => openHistorySource({ kind: 'etherscan', network: 'ETH', http })).toThrow('requires a key')
  expect(() => openHistorySource({ kind: 'esplora', network: 'BTC', url: 'ftp://host', http })).toThrow('URL')
})
