import { createSeededRandom } from '@touchstone/common'
import { expect, onTestFinished, test } from 'vitest'
import {
  type BitcoinAnswers,
  createBitcoinChain,
  type MadeTransaction,
  startBitcoinNode,
} from '../../../../../test/support/bitcoin-node.ts'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import type { Transfer } from '../../imports/transfer.ts'
import type { ChainBlock } from '../rpc/chain-source.ts'
import { followChain } from '../rpc/follow-chain.ts'
import { createJsonRpc } from '../rpc/json-rpc.ts'
import { createBitcoinSource } from './bitcoin-source.ts'
import { parseExactJson } from './exact-json.ts'

async function open(answers: BitcoinAnswers, network: BitcoinNetwork = 'BTC') {
  const node = await startBitcoinNode(answers)
  onTestFinished(() => node.stop())
  const random = createSeededRandom('bitcoin')
  const rpc = createJsonRpc({ endpoints: [node.url], wait: async () => {}, random, parse: parseExactJson })
  return { node, source: createBitcoinSource({ network, rpc }) }
}

const alice = { script: '00', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }
const bob = { script: '00', address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }
const bareKey = { script: '210245177fc121518d812eeb3afbc746afa9e3a1a589b617f028a75c6089b846685eac' }
const bareScript = { script: '5151' }
/** The addresses that belong to the key and to the script hash. */
const keyOwner = '1KjqQfbnPUBpFtnC4ZmoMRWLpYRUs2mYmT'
const scriptOwner = 'script:b4a0fff54de7bf113c1543b693aa97e9bfc973c32b0970c57bb8fb3b6948696e'
const id = (digit: string) => digit.repeat(64)
const reward = (digit: string, to = alice): MadeTransaction => ({
  txid: id(digit),
  spends: [],
  outputs: [{ value: '50.00000000', ...to }],
})
const short = (transfers: readonly Transfer[]) =>
  transfers.map(({ from, to, amount, fee }) => `${from}>${to} ${amount}${fee ? ' fee' : ''}`)

test('A block that includes the outputs that its inputs spend', async () => {
  const chain = createBitcoinChain()
  chain.mine([reward('1')])
  chain.mine([
    reward('2', bob),
    {
      txid: id('3'),
      spends: [{ txid: id('1'), vout: 0, value: '50.00000000', ...alice }],
      outputs: [
        { value: '0.10000000', ...bob },
        { value: '1e-8', ...bareKey },
        { value: '20.99999999', ...bareScript },
        { value: '28.9', ...alice },
      ],
    },
  ])
  const { source, node } = await open(chain.answers)
  expect(await source.head()).toBe(1)
  expect(await source.hash(2)).toBeUndefined()
  await expect(source.block(2)).rejects.toMatchObject({ retryable: true })
  const block = await source.block(1)
  expect(block).toMatchObject({ number: 1, parent: await source.hash(0), time: 1_700_000_600 })
  expect(short(block.transfers)).toEqual([
    `>${bob.address} 5000000000`,
    `${alice.address}>${bob.address} 10000000`,
    `${alice.address}>${keyOwner} 1`,
    `${alice.address}>${scriptOwner} 2099999999`,
  ])
  expect(node.methods).not.toContain('getrawtransaction')
})

test('retracts blocks that the chain abandons', async () => {
  const chain = createBitcoinChain()
  const pay = (txid: string, value: string): MadeTransaction => ({
    txid: id(txid),
    spends: [{ txid: id('1'), vout: 0, value: '50.00000000', ...alice }],
    outputs: [{ value, ...bob }],
  })
  chain.mine([reward('1')])
  chain.mine([reward('2'), pay('3', '49.99990000')])
  const { source } = await open(chain.answers)
  const taken: ChainBlock[] = []
  const stop = new AbortController()
  const steps = [
    () => {
      chain.drop(1)
      chain.mine([reward('4')])
      chain.mine([reward('5'), pay('6', '0.00000003')])
    },
    () => stop.abort(),
  ]
  await followChain({
    source,
    from: 0,
    confirmations: 0,
    state: { lastBlocks: async () => taken },
    onBlocks: async (blocks) => void taken.push(...blocks),
    onReorg: async (fork) => void taken.splice(fork + 1),
    wait: async () => steps.shift()?.(),
    signal: stop.signal,
  })
  expect(taken.map(({ number }) => number)).toEqual([0, 1, 2])
  expect(short(taken.flatMap(({ transfers }) => transfers))).toEqual([
    ...Array(3).fill(`>${alice.address} 5000000000`),
    `${alice.address}>${bob.address} 3`,
    `${alice.address}> 4999999997 fee`,
  ])
})

test('names the setting that a node needs if it cannot return spent outputs', async () => {
  const block = {
    hash: id('b'),
    height: 1,
    time: 1,
    tx: [{ txid: id('7'), vin: [{ txid: id('8'), vout: 0 }], vout: [] }],
  }
  const { source } = await open((method) => {
    if (method === 'getblockhash') return JSON.stringify(id('b'))
    return method === 'getblock' ? JSON.stringify(block) : undefined
  })
  await expect(source.block(1)).rejects.toThrow(/Bitcoin Core 23 or newer, or set txindex=1/)
})
