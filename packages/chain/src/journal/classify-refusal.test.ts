import fc from 'fast-check'
import { encodeAbiParameters, encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { RpcResponseError } from '../rpc/rpc-error.ts'
import { classifyRefusal } from './classify-refusal.ts'
import { findRevert } from './decode-revert.ts'
import { feeParts, raiseFees } from './fees.ts'

describe('classifyRefusal', () => {
  it.each([
    // Messages from geth and bor, erigon, nethermind, besu, anvil, EDR, the OP stack, nitro and Cosmos EVM.
    ['already known', 'known'],
    ['AlreadyKnown', 'known'],
    ['Known transaction', 'known'],
    ['transaction already imported', 'known'],
    ['tx already in mempool', 'known'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonce-too-low'],
    ['Nonce too low', 'nonce-too-low'],
    ['OldNonce', 'nonce-too-low'],
    ['nonce too low: address 0x…, tx: 4 state: 5', 'nonce-too-low'],
    ['invalid nonce; got 4, expected 5: invalid sequence: invalid sequence', 'nonce-too-low'],
    ['replacement transaction underpriced', 'replacement-underpriced'],
    ['Replacement transaction underpriced', 'replacement-underpriced'],
    ['could not replace existing tx', 'replacement-underpriced'],
    ['ReplacementNotAllowed', 'replacement-underpriced'],
    ['transaction underpriced', 'underpriced'],
    ['transaction underpriced: gas tip cap 1, minimum needed 25000000000', 'underpriced'],
    ['max fee per gas less than block base fee: address 0x…, maxFeePerGas: 1', 'underpriced'],
    ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
    ['Gas price below configured minimum gas price', 'underpriced'],
    ['insufficient fee: 1 < 2: insufficient fee', 'underpriced'],
    ['insufficient funds for gas * price + value: balance 0, tx cost 1', 'insufficient-funds'],
    ['Insufficient funds for gas * price + value', 'insufficient-funds'],
    ['InsufficientFunds, Account balance: 0', 'insufficient-funds'],
    ["Sender doesn't have enough funds to send tx. The max upfront cost is: 1", 'insufficient-funds'],
    ['exceeds block gas limit', 'refused'],
    ['transaction type not supported', 'refused'],
  ] as const)('by "%s"', (message, meaning) => {
    expect(classifyRefusal(message)).toBe(meaning)
  })
})

describe('findRevert', () => {
  const abi = parseAbi(['error PersonHasToken(uint256 tokenId, address owner)'])
  const custom = encodeErrorResult({
    abi,
    errorName: 'PersonHasToken',
    args: [7n, '0x000000000000000000000000000000000000dEaD'],
  })
  const text = `0x08c379a0${encodeAbiParameters([{ type: 'string' }], ['Too late']).slice(2)}` as const

  it.each([
    ['plain', custom, 'PersonHasToken'],
    ['nested', { data: custom }, 'PersonHasToken'],
    ['in words', `Reverted ${custom}`, 'PersonHasToken'],
    ['a text', text, 'Too late'],
    ['unknown', '0xdeadbeef', 'unknown error (0xdeadbeef)'],
    ['nothing', undefined, 'the contract gave no reason'],
  ])('reads the error name but not the arguments from a response (%s)', (_, data, expected) => {
    const error = new RpcResponseError({ code: 3, message: 'execution reverted', data })
    expect(findRevert(error, abi)?.text).toBe(expected)
  })

  it('ignores other node errors', () => {
    const error = new RpcResponseError({ code: -32000, message: 'insufficient funds for transfer' })
    expect(findRevert(error, abi)).toBeUndefined()
    expect(findRevert(new Error('execution reverted'), abi)).toBeUndefined()
  })
})

describe('raiseFees', () => {
  const wei = fc.bigInt({ min: 0n, max: 10n ** 12n })

  it('raises both parts of the fee by at least an eighth, up to the limit', () => {
    fc.assert(
      fc.property(wei, wei, wei, wei, wei, (fee, tip, nowFee, nowTip, limit) => {
        const last = { maxFee: fee + tip, maxTip: tip }
        const now = {
          form: 'eip1559',
          maxFeePerGas: nowFee + nowTip,
          maxPriorityFeePerGas: nowTip,
        } as const
        const raised = raiseFees(last, now, limit)
        if (!raised) return
        const { maxFee, maxTip } = feeParts(raised)
        expect(maxFee * 8n).toBeGreaterThan(last.maxFee * 9n)
        expect(maxTip * 8n).toBeGreaterThan(last.maxTip * 9n)
        expect(maxTip).toBeLessThanOrEqual(maxFee)
        expect(maxFee).toBeLessThanOrEqual(limit)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('follows a market price that is higher than the raised fee', () => {
    const now = { form: 'legacy', gasPrice: 100n } as const
    expect(raiseFees({ maxFee: 8n, maxTip: 8n }, now, 1000n)).toEqual(now)
    expect(raiseFees({ maxFee: 800n, maxTip: 800n }, now, 1000n)).toEqual({ form: 'legacy', gasPrice: 901n })
    expect(raiseFees({ maxFee: 900n, maxTip: 900n }, now, 1000n)).toBeUndefined()
  })
})
