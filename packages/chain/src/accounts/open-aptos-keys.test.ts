import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAptosNode } from '../../../../test/support/aptos-node.ts'
import { openAptosKeys } from './open-aptos-keys.ts'

type Node = Awaited<ReturnType<typeof startAptosNode>>

const address = `0x${'a1'.repeat(32)}`
const rotated = `0x${'b2'.repeat(32)}`
let nodes: { current: Node; lagging: Node; testnet: Node; broken: Node }

beforeAll(async () => {
  nodes = {
    current: await startAptosNode({ keys: { [address]: rotated.toUpperCase().replace('0X', '0x') } }),
    lagging: await startAptosNode(),
    testnet: await startAptosNode({ network: 2 }),
    broken: await startAptosNode({ keys: { [address]: 'no key' } }),
  }
})
afterAll(async () => {
  for (const node of Object.values(nodes)) await node.stop()
})

const keyOf = (...asked: Node[]) =>
  openAptosKeys({ nodes: new Map([['aptos-1', asked.map(({ url }) => url)]]) })('aptos-1', address)

test('returns the current key of an account, and sends the address only in the body', async () => {
  const { current, lagging } = nodes
  expect(await keyOf(current)).toBe(rotated)
  expect(await keyOf(current, current)).toBe(rotated)
  expect(await keyOf(lagging)).toBe(address)
  expect(current.requests[0]?.url).toBe('/v1/view')
  expect(JSON.parse(current.requests[0]?.body ?? '')).toEqual({
    function: '0x1::account::get_authentication_key',
    type_arguments: [],
    arguments: [address],
  })
})

test('returns nothing if no node is configured for the network', async () => {
  const keys = openAptosKeys({ nodes: new Map([['aptos-1', [nodes.current.url]]]) })
  expect(await keys('aptos-2', address)).toBeUndefined()
  expect(await openAptosKeys({ nodes: new Map() })('aptos-1', address)).toBeUndefined()
})

test('throws if nodes disagree, do not respond, or serve another network', async () => {
  const { current, lagging, testnet, broken } = nodes
  const stopped = await startAptosNode()
  await stopped.stop()
  await expect(keyOf(current, lagging)).rejects.toThrow('do not agree')
  await expect(keyOf(current, current, lagging)).rejects.toThrow('do not agree')
  await expect(keyOf(testnet)).rejects.toThrow('did not respond')
  await expect(keyOf(broken)).rejects.toThrow('did not respond')
  await expect(keyOf(stopped)).rejects.toThrow('did not respond')
  await expect(keyOf(current, stopped)).rejects.toThrow('did not respond')
  expect(await keyOf(current, current, stopped)).toBe(rotated)
})

test('treats an account that does not exist as having a key that was never rotated', async () => {
  const message = 'Move abort in 0x1::account: EACCOUNT_DOES_NOT_EXIST(0x60002)'
  const respond = (status: number, body: object) => async () =>
    new Response(JSON.stringify(body), { status, headers: { 'x-aptos-chain-id': '1' } })
  const asked = (fetch: typeof globalThis.fetch) =>
    openAptosKeys({ nodes: new Map([['aptos-1', 'public']]), fetch })('aptos-1', address)
  expect(await asked(respond(400, { message }))).toBe(address)
  await expect(asked(respond(400, { message: 'invalid input' }))).rejects.toThrow('did not respond')
  await expect(asked(respond(500, { message }))).rejects.toThrow('did not respond')
})
