import { createManualClock } from '@touchstone/common'
import { createIssuer, generateIssuerSecret } from '@touchstone/credential'
import { sampleAttributes } from '@touchstone/credential/testing'
import { expect, test } from 'vitest'
import { createHolderStore } from './holder-store.ts'
import { memoryRows } from './open-holder-store.ts'

const issuer = createIssuer({
  issuerId: 5n,
  keys: { current: { id: 'k', secret: generateIssuerSecret() } },
  clock: createManualClock(Date.UTC(2026, 10, 15)),
})
const issue = (commitment: string) =>
  issuer.issue({
    personCommitment: 'none-stored-yet',
    commitment,
    kind: 'kyc',
    checks: ['document', 'liveness'],
    attributes: sampleAttributes,
    validUntil: 20271231,
  })

test('creates one wallet, stores each credential once, and reads the wallet and its credentials again', async () => {
  const rows = memoryRows()
  const store = createHolderStore(rows)
  expect(await store.current()).toBeUndefined()
  const wallet = await store.open()
  expect((await createHolderStore(rows).open()).address).toBe(wallet.address)
  const first = issue(wallet.commitment)
  const second = issue(wallet.commitment)
  await store.keep(wallet, first)
  await store.keep(wallet, second)
  await store.keep(wallet, first)
  const current = await createHolderStore(rows).current()
  expect(current?.wallet.secret).toBe(wallet.secret)
  expect(current?.credentials.map(({ credentialId }) => credentialId)).toEqual([
    second.credentialId,
    first.credentialId,
  ])
})

test('uses an imported wallet and keeps the previous wallet', async () => {
  const store = createHolderStore(memoryRows())
  const own = await store.open()
  const other = await createHolderStore(memoryRows()).open()
  await store.importWallet(other, [issue(other.commitment)])
  expect((await store.open()).address).toBe(other.address)
  expect((await store.find(own.commitment))?.address).toBe(own.address)
  expect((await store.current())?.credentials).toHaveLength(1)
  await store.clear()
  expect(await store.find(own.commitment)).toBeUndefined()
  expect(await store.current()).toBeUndefined()
})

test('creates one wallet for two pages that open at the same time', async () => {
  const rows = memoryRows()
  const [one, two] = await Promise.all([createHolderStore(rows).open(), createHolderStore(rows).open()])
  expect(one.address).toBe(two.address)
})

test('stores the key only in encrypted form, under a wrapping key that cannot be extracted', async () => {
  const rows = memoryRows()
  const wallet = await createHolderStore(rows).open()
  const row = await rows.get(wallet.commitment)
  expect(row?.wrapping.extractable).toBe(false)
  expect(Buffer.from(row?.wrapped ?? new ArrayBuffer(0)).includes(Buffer.from(wallet.privateKey))).toBe(false)
})
