import { expect, onTestFinished, test } from 'vitest'
import { createBitcoinChain, startBitcoinNode } from '../../../../test/support/bitcoin-node.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { networks } from '../addresses/networks.ts'
import { followNetwork } from '../sources/follow-network.ts'
import { showLedgerState } from './show-ledger-state.ts'

onOneLedger('server', "The ledger's state", (suite) => {
  test('reports how far the ledger lags behind the chain of a followed network, even before its first transfer', async () => {
    const chain = createBitcoinChain()
    for (let block = 0; block < 10; block++) chain.mine([])
    const node = await startBitcoinNode(chain.answers)
    onTestFinished(() => node.stop())
    const follow = (until?: number) => {
      const abort = new AbortController()
      return followNetwork(suite.ledger, {
        ...{ network: 'BTC', endpoints: [node.url], from: 0, confirmations: 3, until, signal: abort.signal },
        // Stops following when there are no new blocks.
        wait: async () => abort.abort(),
      })
    }
    const stateOf = async () => (await showLedgerState(suite.ledger)).networks
    const askedAt = new Date(suite.ledger.clock.now())
    await follow()
    expect(await stateOf()).toEqual([
      {
        ...{ network: 'BTC', newestBlock: 6, sources: ['follow'], gaps: [] },
        period: { from: new Date(1_700_000_000_000), to: new Date((1_700_000_000 + 6 * 600) * 1000) },
        followed: {
          ...{ lastBlock: 6, lastBlockAt: new Date((1_700_000_000 + 6 * 600) * 1000) },
          head: { block: 9, askedAt },
        },
      },
    ])

    // A reorganisation replaces five blocks with six. The state must report the replacement blocks.
    chain.drop(5)
    for (let block = 0; block < 6; block++) chain.mine([])
    await follow()
    expect(await stateOf()).toMatchObject([{ followed: { lastBlock: 7, head: { block: 10 } } }])

    // If only a range of a network's blocks was followed, the network has no lag once that range is complete.
    chain.mine([])
    await follow(8)
    expect(await stateOf()).toMatchObject([{ newestBlock: 8, followed: { lastBlock: 8, head: null } }])
  })

  test('records every followed block, with or without transfers, and forgets the blocks of a lost branch', async () => {
    const chain = createBitcoinChain()
    for (let block = 0; block < 8; block++) chain.mine([])
    const node = await startBitcoinNode(chain.answers)
    onTestFinished(() => node.stop())
    const follow = async () => {
      const abort = new AbortController()
      await followNetwork(suite.ledger, {
        ...{ network: 'LTC', endpoints: [node.url], from: 0, confirmations: 1, signal: abort.signal },
        wait: async () => abort.abort(),
      })
    }
    const rangesOf = async () => (await suite.ledger.ledger.coverage([networks.LTC.id])).found.get('2')
    const timeOf = (block: number) => 1_700_000_000 + block * 600
    await follow()
    const range = { source: 'follow', extent: 'blocks', first: 0, firstTime: timeOf(0) }
    expect(await rangesOf()).toMatchObject([{ ...range, last: 6, lastTime: timeOf(6) }])
    chain.drop(4)
    for (let block = 0; block < 3; block++) chain.mine([])
    await follow()
    expect(await rangesOf()).toMatchObject([{ ...range, last: 5, lastTime: timeOf(5) }])
    chain.mine([])
    chain.mine([])
    await follow()
    expect(await rangesOf()).toMatchObject([{ ...range, last: 7, lastTime: timeOf(7) }])
  })
})
