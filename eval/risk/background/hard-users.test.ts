import { expect, test } from 'vitest'
import { address, madeFlows, readMadeCase } from '../cases/made-case.ts'
import { generateHardUsers, type HardGroup, hardGroups } from './hard-users.ts'

const [thief, mule, bank, mixer, exchange] = [1, 2, 3, 4, 5]
const the = readMadeCase({
  flows: madeFlows(
    [
      [thief, mule, 9000],
      [mule, bank, 5000],
      [mule, mixer, 4000],
    ],
    { [bank]: 'Some Bank', [mixer]: 'Some Mixer' },
  ),
  sources: address(thief),
  terminals: address(bank),
})
const options = { the, seed: 1, perGroup: 60, exchanges: [address(exchange)] }
const made = generateHardUsers(options)
const of = (group: HardGroup) => [...made.users].flatMap(([user, own]) => (own === group ? user : []))
const sum = (user: string, side: 'from' | 'to', other?: number) =>
  made.transfers
    .filter((one) => one[side] === user)
    .filter((one) => other === undefined || [one.from, one.to].includes(address(other)))
    .reduce((total, { amount }) => total + amount, 0n)

test('generates every group, and the same users for the same seed', () => {
  for (const group of hardGroups) expect(of(group), group).toHaveLength(60)
  expect(generateHardUsers(options)).toEqual(made)
  expect(generateHardUsers({ ...options, seed: 2 })).not.toEqual(made)
})

test('lets users transact only with the thief’s sources, services and each other', () => {
  const inCase = made.transfers
    .flatMap(({ from, to }) => [from, to])
    .filter((own) => the.addresses.includes(own))
  expect([...new Set(inCase)].sort()).toEqual([address(thief), address(bank)])
})

test('never overdraws a balance', () => {
  const balances = new Map<string, bigint>()
  const mayOverdraw = new Set([thief, bank, exchange].map(address))
  for (const { from, to, amount } of made.transfers) {
    expect(amount).toBeGreaterThan(0n)
    balances.set(from, (balances.get(from) ?? 0n) - amount)
    balances.set(to, (balances.get(to) ?? 0n) + amount)
    if (!mayOverdraw.has(from)) expect(balances.get(from)).toBeGreaterThanOrEqual(0n)
  }
})

test('gives each group of users the history that the group’s name describes', () => {
  for (const user of of('exchangeCustomer')) expect(sum(user, 'to', thief)).toBe(0n)
  for (const user of of('dustOnly')) {
    expect(sum(user, 'to', thief)).toBe(sum(user, 'to'))
    expect(sum(user, 'from')).toBe(0n)
  }
  for (const user of of('dustSpender')) {
    expect(2n * sum(user, 'to', thief)).toBeLessThan(sum(user, 'to'))
    expect(sum(user, 'from')).toBe(sum(user, 'to'))
  }
  for (const user of of('gift')) {
    expect(sum(user, 'to', thief)).toBeGreaterThanOrEqual(10_000_000n)
    expect(sum(user, 'to', thief)).toBeLessThanOrEqual(60_000_000n)
  }
  for (const group of ['airdrop', 'unlabelledService', 'businessPayee'] as const)
    for (const user of of(group)) expect(sum(user, 'to', thief)).toBe(0n)
})

test('generates no exchange customers if the thief paid no exchange', () => {
  const alone = readMadeCase({
    flows: madeFlows([[thief, mule, 9000]]),
    sources: address(thief),
    terminals: '',
  })
  const { users } = generateHardUsers({ ...options, the: alone })
  expect([...users.values()]).not.toContain('exchangeCustomer')
})
