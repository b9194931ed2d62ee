import { expect, test } from 'vitest'
import { address, madeFlows, readMadeCase } from '../cases/made-case.ts'
import { labelsOf } from '../measure/open-world.ts'
import { fullCrowd, generateBackground } from './generate-background.ts'

const [thief, second, bank, mixer] = [1, 2, 50, 51]
// The test case: two sources, twenty mules in two layers, a bank and a mixer.
const mules = Array.from({ length: 10 }, (_, index) => 10 + index)
const the = readMadeCase({
  flows: madeFlows(
    mules.flatMap((mule, index) => [
      [index % 2 === 0 ? thief : second, mule, 5000],
      [mule, mule + 20, 4900],
      [mule + 20, index % 3 === 0 ? mixer : bank, 4800],
    ]),
    { [thief]: 'Some Hack SRC', [bank]: 'Some Bank: Hot Wallet', [mixer]: 'Some Mixer' },
  ),
  sources: `${address(thief)}\n${address(second)}`,
  terminals: `${address(bank)}\n${address(mixer)}`,
})
const made = generateBackground({ the, seed: 1, perAddress: fullCrowd })
const isService = (own: string) => the.services.has(own) || made.furtherServices.has(own)

test('generates the same world for the same seed and a different one for another seed', () => {
  expect(generateBackground({ the, seed: 1, perAddress: fullCrowd })).toEqual(made)
  const other = generateBackground({ the, seed: 2, perAddress: fullCrowd })
  expect(other.transfers).not.toEqual(made.transfers)
})

test('generates at least twenty active background users for each address of the case', () => {
  expect(made.strangers.size).toBeGreaterThanOrEqual(20 * the.addresses.length)
  const seen = new Set(made.transfers.flatMap(({ from, to }) => [from, to]))
  expect([...made.strangers.keys()].filter((own) => !seen.has(own))).toEqual([])
  expect(the.addresses.filter((own) => made.strangers.has(own))).toEqual([])
  const kinds = new Set([...made.strangers.values()].map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(['deposit', 'earner', 'employer', 'empty', 'friend', 'shop', 'trader'])
})

test('never overdraws a balance', () => {
  const balances = new Map<string, bigint>()
  const overdrawn = new Set<string>()
  // Orders payments before receipts within the same second, which is the worst case.
  const steps = made.transfers.flatMap(({ from, to, time, amount }) => [
    { own: from, time, change: -amount },
    { own: to, time, change: amount },
  ])
  for (const { own, change } of steps.sort((a, b) => a.time - b.time || (a.change < b.change ? -1 : 1))) {
    const balance = (balances.get(own) ?? 0n) + change
    balances.set(own, balance)
    if (balance < 0n && made.strangers.has(own)) overdrawn.add(own)
  }
  expect([...overdrawn]).toEqual([])
  for (const { amount } of made.transfers) expect(amount).toBeGreaterThan(0n)
})

test('leaves the case’s addresses enough funds for their own payments', () => {
  const balances = new Map<string, { records: bigint; whole: bigint }>()
  const all = [
    ...the.transfers.map((transfer) => ({ ...transfer, real: true })),
    ...made.transfers.map((transfer) => ({ ...transfer, real: false })),
  ]
  const worse = new Set<string>()
  for (const { from, to, amount, real } of all.sort((a, b) => a.time - b.time)) {
    for (const [own, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      if (!the.addresses.includes(own) || isService(own) || the.sources.has(own)) continue
      const balance = balances.get(own) ?? { records: 0n, whole: 0n }
      if (real) balance.records += change
      balance.whole += change
      balances.set(own, balance)
      if (balance.whole < 0n && balance.whole < balance.records) worse.add(own)
    }
  }
  expect([...worse]).toEqual([])
})

test('sends dust from thieves to other addresses, including nearly empty ones', () => {
  const dusted = [...made.strangers].filter(([, { dust }]) => dust > 0n)
  expect(dusted.length).toBeGreaterThan(made.strangers.size * 0.05)
  const fromCase = made.transfers.filter(
    ({ from, to }) => the.addresses.includes(from) && made.strangers.has(to),
  )
  for (const { from, amount } of fromCase.filter(({ from }) => !isService(from))) {
    expect(from).not.toBe('')
    expect(amount).toBeGreaterThanOrEqual(1n)
    expect(amount).toBeLessThanOrEqual(5_000_000n)
  }
  expect(fromCase.some(({ from }) => the.sources.has(from))).toBe(true)
  const incomeOf = (own: string) =>
    made.transfers.filter(({ to }) => to === own).reduce((sum, { amount }) => sum + amount, 0n)
  expect(dusted.some(([own, { dust }]) => incomeOf(own) === dust)).toBe(true)
  expect(dusted.some(([own, { dust }]) => incomeOf(own) > 1_000n * dust)).toBe(true)
})

test('lets background users use the case’s services during the case’s period', () => {
  const busy = new Set(made.transfers.flatMap(({ from, to }) => [from, to]))
  expect(busy.has(address(bank))).toBe(true)
  const first = the.transfers.at(0)?.time ?? 0
  const last = the.transfers.at(-1)?.time ?? 0
  const times = made.transfers.map(({ time }) => time)
  expect(Math.min(...times)).toBeLessThan(first - 28 * 86_400)
  expect(Math.max(...times)).toBeLessThan(last + 2 * 86_400)
})

test('labels only the thief and the services', () => {
  const labels = labelsOf(the, made)
  const thieves = labels.filter(({ category }) => category === 'theft').map((label) => label.address)
  expect(thieves).toEqual([address(thief), address(second)])
  expect(labels.filter((label) => !thieves.includes(label.address) && !isService(label.address))).toEqual([])
})
