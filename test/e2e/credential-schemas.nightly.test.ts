import { contractCalls, readAccount } from '@touchstone/chain'
import { kycQuestions } from '@touchstone/credential'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formerVector, proveSample } from '../../packages/credential/src/testing/index.ts'
import { startCredentialChain } from '../support/credential-chain.ts'

let chain: Awaited<ReturnType<typeof startCredentialChain>>
beforeAll(async () => {
  chain = await startCredentialChain()
})
afterAll(() => chain.stop())

/** A program whose only check is that a person comes once. */
const onlyUnique = kycQuestions({
  minimumAge: 0,
  citizenship: 'any',
  location: 'any',
  sanctionYears: 0,
  performed: ['unique'],
})

test('credentials of the first schema are taken where they are asked for, until an operator ends it', async () => {
  const { wallet, proof } = formerVector
  const { world, cooperator } = chain
  const former = chain.approval(proof)
  const end = contractCalls.endFormerSchema(world.verifier)
  await chain.onChain(async () => {
    // That is the hole: a proof of address, without a document, at a program that asks for uniqueness.
    await chain.ask('kyc', onlyUnique)
    await world.send(wallet, former)
    expect(await chain.isVerified(wallet)).toBe(true)
    expect(await world.refusal(world.admin, end)).toBe('AccessControlUnauthorizedAccount')
    await world.send(world.operator, end)
    expect(await chain.isVerified(wallet)).toBe(false)
    const account = await readAccount(world.client, world.deployment, { cooperator, user: wallet })
    expect(account).toMatchObject({ verdict: 'former-schema-ended', approval: { former: true } })
    expect(await world.refusal(world.operator, end)).toBe('FormerSchemaIsOver')
  })
  await chain.onChain(async () => {
    await chain.ask('kyc', onlyUnique)
    await world.send(world.operator, end)
    expect(await world.refusal(wallet, former)).toBe('FormerSchemaIsOver')
    // The second schema goes on.
    const proven = await proveSample(onlyUnique, { context: { wallet: BigInt(wallet), challenge: 0n } })
    await world.send(wallet, chain.approval(proven))
    expect(await chain.isVerified(wallet)).toBe(true)
  })
  // A program that asks something else does not take it.
  await chain.ask('kyc')
  expect(await chain.onChain(() => world.refusal(wallet, former))).toBe('OtherQuestions')
})
