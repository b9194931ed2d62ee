import { encodeFunctionData, parseAbi } from 'viem/utils'
import { beforeAll, expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { addressOf, oneEther, writeInto } from '../../../../test/support/risk-ledger.ts'
import { importTransfers } from '../imports/import-transfers.ts'
import { iterableSource } from '../imports/iterable-source.ts'
import { refuseRejects } from '../imports/rejects.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { defaultRiskPolicy, type RiskPolicy } from '../policy/risk-policy.ts'
import { checkTransfer, type TransferQuery } from './check-transfer.ts'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address spender, bool isApproved)',
])
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const sender = addressOf(1)
/** A recipient of the sender, an address that imitates it, and one that the sender paid before it. */
const supplier = '0x1eb4d5d342317331f7292480dee687f50e48e85a'
const impostor = '0x1e838f790ae411a351a1beab6905a276ae48e85a'
const thief = addressOf(3)
const exchange = addressOf(4) as `0x${string}`
const frozen = addressOf(5)

onOneLedger('server', 'check of a transfer', (suite) => {
  let reader: KytReader
  beforeAll(async () => {
    await importTransfers(suite.ledger, {
      source: iterableSource({
        kind: 'test',
        name: 'test',
        extent: 'addresses',
        transfers: [
          oneEther(1, addressOf(100), sender),
          oneEther(2, addressOf(100), exchange),
          oneEther(3, addressOf(100), frozen),
          oneEther(4, sender, supplier),
          // A payment of zero, which anybody can create in the sender's name.
          { ...oneEther(5, sender, impostor), amount: 0n },
          { ...oneEther(6, impostor, sender), amount: 1n },
          oneEther(7, addressOf(100), thief),
        ],
      }),
      rejects: refuseRejects,
    })
    await writeInto(suite.ledger).labels([
      { address: thief, category: 'theft', entity: 'Somebody' },
      { address: exchange, category: 'exchange', entity: 'Exchange' },
      { address: frozen, category: 'wallet', entity: 'Somebody', label: 'Frozen by the issuer' },
    ])
    reader = openKytReader(suite.ledger)
  })
  const check = (query: Partial<TransferQuery>, transfer: RiskPolicy['transfer'] = {}) =>
    checkTransfer(
      reader,
      { coin: 'ETH', from: sender, to: exchange, amount: '1', ...query },
      { ...defaultRiskPolicy, transfer },
    )
  const codes = async (query: Partial<TransferQuery>, transfer?: RiskPolicy['transfer']) => {
    const { decision, reasons } = await check(query, transfer)
    return [decision, ...reasons.map(({ code }) => code)]
  }
  const toToken = (data: `0x${string}`) => ({ coin: 'USDT-ERC20', to: usdt, amount: '0', calldata: data })
  const approve = (spender: string, amount: bigint) =>
    toToken(encodeFunctionData({ abi, functionName: 'approve', args: [spender as `0x${string}`, amount] }))

  test('allows a transfer to a known address with a complete history', async () => {
    expect(await check({})).toEqual({
      decision: 'allow',
      reasons: [],
      actions: [
        { kind: 'transfer', contract: '', address: exchange, amount: String(10n ** 18n), unlimited: false },
      ],
      addresses: [
        expect.objectContaining({ role: 'sender', address: sender }),
        expect.objectContaining({
          role: 'recipient',
          address: exchange,
          score: 3,
          label_list: ['Exchange', 'exchange'],
        }),
      ],
      policy_version: defaultRiskPolicy.version,
    })
    expect(await codes({ to: supplier })).toEqual(['allow'])
  })

  test("blocks risky recipients and spenders according to the policy's thresholds", async () => {
    expect(await codes({ to: thief })).toEqual(['block', 'recipient_risk'])
    expect(await codes({ to: thief }, { review: 31, block: 100 })).toEqual(['block', 'recipient_risk'])
    expect(await codes(approve(thief, 5n))).toEqual(['block', 'spender_risk'])
    expect(await codes(approve(thief, 0n)), 'a revocation gives no rights').toEqual(['allow'])
    expect(await codes({ to: frozen })).toEqual(['block', 'frozen_address'])
    expect(await codes({ to: frozen }, { frozen: 'review' })).toEqual(['review', 'frozen_address'])
  })

  test('blocks an address that imitates one that the sender paid', async () => {
    const { decision, reasons } = await check({ to: impostor })
    expect(decision).toBe('block')
    expect(reasons).toEqual([
      {
        code: 'look_alike',
        decision: 'block',
        address: impostor,
        text: `The address starts and ends like ${supplier}, which the sender paid on 2023-11-14, but is a different address.`,
      },
    ])
    expect(await codes({ from: exchange, to: impostor }), 'another sender').toEqual(['allow'])
    const token = encodeFunctionData({ abi, functionName: 'transfer', args: [impostor, 0n] })
    expect(await codes(toToken(token)), 'in calldata').toEqual(['block', 'look_alike'])
  })

  test('never allows what it has no data about', async () => {
    const stranger = addressOf(999)
    expect(await codes({ to: stranger })).toEqual(['review', 'no_data'])
    expect(await codes({ to: stranger }, { partial_data: 'allow' })).toEqual(['review', 'no_data'])
    expect(await codes({ from: stranger })).toEqual(['review', 'no_data'])
    await expect(check({ coin: 'BNB' })).rejects.toMatchObject({ kind: 'unsupportedCoin' })
  })

  test('reviews unlimited approvals, unknown functions and unknown contracts', async () => {
    expect(await codes(approve(exchange, 2n ** 256n - 1n))).toEqual(['review', 'unlimited_approval'])
    expect(await codes(approve(exchange, 2n ** 256n - 1n), { unlimited_approval: 'block' })).toEqual([
      'block',
      'unlimited_approval',
    ])
    expect(await codes(approve(exchange, 5_000_000n))).toEqual(['allow'])
    const everything = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [exchange, true] })
    expect(await codes({ to: addressOf(77), amount: '0', calldata: everything })).toEqual([
      'review',
      'unknown_contract',
      'unlimited_approval',
    ])
    expect(await codes(toToken('0xdeadbeef'))).toEqual(['review', 'unknown_calldata', 'calldata_mismatch'])
  })

  test('reports contradictions between the request and the calldata', async () => {
    const paid = encodeFunctionData({ abi, functionName: 'transfer', args: [exchange, 7_000_000n] })
    expect(await codes({ ...toToken(paid), amount: '7' })).toEqual(['allow'])
    expect(await codes({ ...toToken(paid), amount: '6.9' })).toEqual(['review', 'calldata_mismatch'])
    expect(await codes({ ...toToken(paid), coin: 'USDC-ERC20' })).toEqual(['review', 'calldata_mismatch'])
    const others = encodeFunctionData({ abi, functionName: 'transferFrom', args: [supplier, exchange, 0n] })
    expect(await codes(toToken(others))).toEqual(['review', 'calldata_mismatch'])
    expect(await codes({ coin: 'USDT-ERC20', to: usdt })).toContain('token_contract')
    await expect(check({ amount: `0.${'1'.repeat(19)}` })).rejects.toMatchObject({
      detail: 'amount has more than 18 decimals',
    })
  })
})
