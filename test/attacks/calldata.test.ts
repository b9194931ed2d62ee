import { checkTransfer, defaultRiskPolicy, type KytReader, openKytReader } from '@touchstone/kyt'
import type { Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { beforeAll, expect, test } from 'vitest'
import { coverNetworks } from '../support/cover-networks.ts'
import { onOneLedger } from '../support/ledger.ts'
import { writeInto } from '../support/risk-ledger.ts'

// A site asks a wallet to sign a transaction whose calldata hides what it does. The check must not allow it.

const abi = parseAbi([
  'function approve(address a, uint256 b)',
  'function multicall(bytes[] data)',
  'struct Move { address from; address to; uint160 amount; address token; }',
  'function transferFrom(Move[] moves)',
])
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const drainer: Hex = `0x${'d'.repeat(40)}`
const approval = encodeFunctionData({ abi, functionName: 'approve', args: [drainer, 1n] })
const wrap = (calls: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
const word = (value: bigint | number) => value.toString(16).padStart(64, '0')

onOneLedger('server', 'hidden calls', (suite) => {
  let reader: KytReader
  beforeAll(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    await writeInto(suite.ledger).labels([{ address: drainer, category: 'phishing' }])
    reader = openKytReader(suite.ledger)
  })
  const check = async (calldata: string, more: object = {}, transfer: object = {}) => {
    const query = {
      coin: 'USDT-ERC20',
      from: `0x${'1'.repeat(40)}`,
      to: usdt,
      amount: '0',
      calldata,
      ...more,
    }
    const { decision, reasons } = await checkTransfer(reader, query, {
      ...defaultRiskPolicy,
      // Only the calldata decides in these tests.
      transfer: { partial_data: 'allow', ...transfer },
    })
    return { decision, codes: reasons.map(({ code }) => code) }
  }

  test('blocks an approval to a drainer, even in nested calls', async () => {
    expect(await check(approval)).toMatchObject({ decision: 'block' })
    expect(await check(wrap([wrap([approval])]))).toMatchObject({ decision: 'block' })
  })

  test.each<[string, string, string]>([
    ['cut off after the selector', approval.slice(0, 10), 'unknown_calldata'],
    ['cut off within an argument', approval.slice(0, -2), 'unknown_calldata'],
    ['shorter than a selector', '0x09', 'unknown_calldata'],
    ['with an unknown selector', `0xdeadbeef${approval.slice(10)}`, 'unknown_calldata'],
    ['with bytes after the arguments', `${approval}00`, 'malformed_calldata'],
    [
      'with bits beside the address',
      approval.replace('0'.repeat(24), `${'0'.repeat(23)}1`),
      'malformed_calldata',
    ],
    ['with a list longer than the calldata', `0xac9650d8${word(32)}${word(2n ** 64n)}`, 'unknown_calldata'],
    ['with a negative offset', `0xac9650d8${word(2n ** 256n - 32n)}${word(1)}`, 'unknown_calldata'],
  ])('does not allow calldata %s', async (_name, calldata, code) => {
    const { decision, codes } = await check(calldata)
    expect(decision).not.toBe('allow')
    expect(codes).toContain(code)
  })

  test('stops reading deep and repeated calls, and reports that it did', async () => {
    let deep: Hex = approval
    for (let depth = 0; depth < 20; depth++) deep = wrap([deep])
    expect((await check(deep)).codes).toContain('unknown_calldata')
    const wide = await check(wrap(Array.from({ length: 150 }, () => approval)))
    expect(wide).toMatchObject({ decision: 'block', codes: expect.arrayContaining(['unknown_calldata']) })
    // Every element refers to the same inner list, so that the calls are much larger than the calldata.
    const entries = 100
    const inner = wrap(Array.from({ length: entries }, () => approval)).slice(2)
    const offset = entries * 32
    const bomb = `0xac9650d8${word(32)}${word(entries)}${word(offset).repeat(entries)}${word(inner.length / 2)}${inner}`
    expect(await check(bomb)).toMatchObject({
      decision: 'review',
      codes: expect.arrayContaining(['unknown_calldata']),
    })
  })

  test('does not allow an unread recipient after many good ones, even if unknown functions are allowed', async () => {
    const sender: Hex = `0x${'1'.repeat(40)}`
    const batchOf = (good: number, recipients: readonly Hex[]) => {
      const moveTo = (to: Hex) => ({ from: sender, to, amount: 0n, token: usdt }) as const
      const moves = [...Array.from({ length: good }, () => sender), ...recipients].map(moveTo)
      return encodeFunctionData({ abi, functionName: 'transferFrom', args: [moves] })
    }
    const lenient = { unknown_calldata: 'allow', unknown_contract: 'allow' }
    const checkBatch = (calldata: Hex) => check(calldata, { to: permit2 }, lenient)
    expect((await checkBatch(batchOf(99, [drainer]))).decision).toBe('block')
    expect((await checkBatch(batchOf(100, []))).codes).not.toContain('unknown_calldata')
    for (const calldata of [
      batchOf(100, [drainer]),
      wrap(Array.from({ length: 101 }, () => batchOf(1, []))),
      wrap([batchOf(60, []), batchOf(40, [drainer])]),
    ]) {
      expect(await checkBatch(calldata)).toMatchObject({
        decision: 'review',
        codes: expect.arrayContaining(['unknown_calldata']),
      })
    }
  })

  test('rejects addresses with letters that only look like hex digits, or with a wrong checksum', async () => {
    const lookAlikeLetter = `0x${'d'.repeat(39)}\u0501`
    const wrongCase = '0xDac17F958D2ee523a2206206994597C13D831ec7'
    for (const to of [lookAlikeLetter, wrongCase, `${usdt}\u200b`, `0x${'\uff11'.repeat(40)}`]) {
      await expect(check(approval, { to }), to).rejects.toMatchObject({ kind: 'invalidAddress' })
    }
    await expect(check(approval, { coin: 'TRX', from: 'x' })).rejects.toBeDefined()
  })
})
