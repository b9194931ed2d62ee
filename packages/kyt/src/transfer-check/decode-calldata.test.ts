import type { Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { expect, test } from 'vitest'
import { decodeCalldata, permit2 } from './decode-calldata.ts'
import { looksLike } from './look-alike.ts'

const address = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`
const [token, owner, spender, other] = ['1', '2', '3', '4'].map(address) as [Hex, Hex, Hex, Hex]
const r = `0x${'0'.repeat(64)}` as const

function encode(signature: string, args: readonly unknown[], structs: readonly string[] = []): Hex {
  const abi = parseAbi([...structs, `function ${signature}`] as never)
  return encodeFunctionData({ abi, args } as never)
}
const read = (data: Hex, contract: string = token) => decodeCalldata(contract, data)
const details = 'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }'
const single = 'struct PermitSingle { Details details; address spender; uint256 sigDeadline; }'
const batch = 'struct PermitBatch { Details[] details; address spender; uint256 sigDeadline; }'
const ofToken = { token, amount: 9n, expiration: 1, nonce: 1 }

test.each<[string, Hex, object[]]>([
  [
    'transfer',
    encode('transfer(address a, uint256 b)', [other, 5n]),
    [{ kind: 'transfer', party: other, amount: 5n }],
  ],
  [
    'transferFrom',
    encode('transferFrom(address a, address b, uint256 c)', [owner, other, 5n]),
    [{ kind: 'transfer', party: other, owner, amount: 5n }],
  ],
  [
    'approve',
    encode('approve(address a, uint256 b)', [spender, 5n]),
    [{ kind: 'approval', party: spender, isUnlimited: false }],
  ],
  [
    'increaseAllowance',
    encode('increaseAllowance(address a, uint256 b)', [spender, 2n ** 255n]),
    [{ kind: 'approval', party: spender, isUnlimited: true }],
  ],
  [
    'revocation',
    encode('approve(address a, uint256 b)', [spender, 0n]),
    [{ kind: 'revocation', party: spender }],
  ],
  [
    'setApprovalForAll',
    encode('setApprovalForAll(address a, bool b)', [spender, true]),
    [{ kind: 'approval', party: spender, isUnlimited: true }],
  ],
  [
    'permit of EIP-2612',
    encode('permit(address a, address b, uint256 c, uint256 d, uint8 v, bytes32 r, bytes32 s)', [
      owner,
      spender,
      8n,
      1n,
      27,
      r,
      r,
    ]),
    [{ kind: 'approval', owner, party: spender, amount: 8n }],
  ],
  [
    'permit of DAI',
    encode('permit(address a, address b, uint256 c, uint256 d, bool e, uint8 v, bytes32 r, bytes32 s)', [
      owner,
      spender,
      8n,
      1n,
      true,
      27,
      r,
      r,
    ]),
    [{ kind: 'approval', owner, party: spender, isUnlimited: true }],
  ],
  [
    'approve of Permit2',
    encode('approve(address a, address b, uint160 c, uint48 d)', [token, spender, 2n ** 160n - 1n, 1]),
    [{ kind: 'approval', contract: token, party: spender, isUnlimited: true }],
  ],
  [
    'permit of Permit2',
    encode(
      'permit(address a, PermitSingle b, bytes c)',
      [owner, { details: ofToken, spender, sigDeadline: 1n }, '0x'],
      [details, single],
    ),
    [{ kind: 'approval', contract: token, owner, party: spender, amount: 9n }],
  ],
  [
    'batch permit of Permit2',
    encode(
      'permit(address a, PermitBatch b, bytes c)',
      [owner, { details: [ofToken, { ...ofToken, token: other }], spender, sigDeadline: 1n }, '0x'],
      [details, batch],
    ),
    [
      { contract: token, party: spender },
      { contract: other, party: spender },
    ],
  ],
  [
    'transferFrom of Permit2',
    encode('transferFrom(address a, address b, uint160 c, address d)', [owner, other, 3n, token]),
    [{ kind: 'transfer', contract: token, owner, party: other, amount: 3n }],
  ],
])('reads %s', (_name, data, actions) => {
  const decoded = read(data, permit2)
  expect(decoded).toMatchObject({ isUnknown: false, isMalformed: false })
  expect(decoded.actions).toHaveLength(actions.length)
  expect(decoded.actions).toMatchObject(actions)
})

test('reads the calls inside a multicall', () => {
  const approval = encode('approve(address a, uint256 b)', [spender, 5n])
  const payment = encode('transfer(address a, uint256 b)', [other, 5n])
  const nested = encode('multicall(bytes[] a)', [
    [approval, encode('multicall(uint256 a, bytes[] b)', [1n, [payment]])],
  ])
  expect(read(nested)).toMatchObject({
    actions: [
      { kind: 'approval', party: spender },
      { kind: 'transfer', party: other },
    ],
    isUnknown: false,
  })
  const call3 = 'struct Call3 { address target; bool allowFailure; bytes callData; }'
  const aggregated = encode(
    'aggregate3(Call3[] a)',
    [[{ target: other, allowFailure: false, callData: approval }]],
    [call3],
  )
  expect(read(aggregated)).toMatchObject({
    actions: [{ contract: other, party: spender }],
    contracts: [token, other],
  })
})

test('finds addresses that start and end alike, and no others', () => {
  const real = '0x1eb4d5d342317331f7292480dee687f50e48e85a'
  expect(looksLike('evm', '0x1e838f790ae411a351a1beab6905a276ae48e85a', real)).toBe(true)
  expect(looksLike('evm', real.toUpperCase().replace('0X', '0x'), real), 'the same address').toBe(false)
  expect(looksLike('evm', '0x1e838f790ae411a351a1beab6905a276ae48e85b', real), 'another end').toBe(false)
  expect(looksLike('evm', '0x2e838f790ae411a351a1beab6905a276ae48e85a', real), 'another start').toBe(false)
  expect(looksLike('tron', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 'TJRxyzFs9wTFGZg3JbrVriFbNf2345tDeC')).toBe(
    true,
  )
  expect(looksLike('tron', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 'TJaxyzFs9wTFGZg3JbrVriFbNf2345tYYY')).toBe(
    false,
  )
  // All addresses of a kind share the first characters.
  expect(
    looksLike('bitcoin', 'bc1qaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaxy', 'bc1qbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbxy'),
  ).toBe(false)
})
