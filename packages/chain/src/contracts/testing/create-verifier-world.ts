import { type Address, keccak256, parseEventLogs, toHex } from 'viem'
import { contractCalls } from '../contract-calls.ts'
import { toContractProof } from '../contract-proof.ts'
import type { PublicSignals } from '../public-signals.ts'
import { readAccount } from '../read-account.ts'
import { svcVerifierAbi } from '../svc-verifier-abi.ts'
import { createContractWorld } from './create-contract-world.ts'
import { createSimulatedCircuit } from './create-simulated-circuit.ts'

const signalNames = [
  'nullifier',
  'handle',
  'issuer',
  'merchant',
  'program',
  'wallet',
  'chain',
  'today',
  'questions',
  'challenge',
] as const
type SignalChange = Partial<Record<(typeof signalNames)[number], bigint>>
type Grant = Parameters<typeof contractCalls.grant>[1]
type Mint = Parameters<typeof contractCalls.mint>[1]

/**
 * Deploys the contracts with one cooperator that requires KYC. Provides functions that send calls on behalf
 * of users, the minter and the operator. For tests only.
 */
export async function createVerifierWorld(url: string) {
  const kyc = createSimulatedCircuit('kyc')
  const personhood = createSimulatedCircuit('personhood')
  const issuer = 4711n
  const world = await createContractWorld({
    url,
    verificationKeys: { kyc: kyc.verificationKey, personhood: personhood.verificationKey },
    issuers: [issuer],
  })
  const { client, deployment, sbt, verifier, send } = world
  const [alice, bob] = world.users as [Address, Address]
  const shop: Address = '0x5409ED021D9299bf6814279A6A1411A7e866A631'
  const questionSet = {
    kind: 'kyc',
    merchant: 10n ** 30n + 7n,
    program: 202601310001n,
    questions: 99n,
  } as const
  const until = (await world.now()) + 100n * 24n * 60n * 60n

  const id = (name: string) => keccak256(toHex(name))
  const account = (user = alice) => readAccount(client, deployment, { cooperator: shop, user })
  const nextChallenge = (user: Address) =>
    client.readContract({
      abi: svcVerifierAbi,
      address: verifier,
      functionName: 'nonces',
      args: [shop, user],
    })
  const dayOf = (second: bigint) =>
    BigInt(new Date(Number(second) * 1000).toISOString().slice(0, 10).replaceAll('-', ''))

  /** Returns valid signals for the user at the current time, with the given changes. */
  async function signalsFor(user: Address, change: SignalChange = {}): Promise<PublicSignals> {
    const good = {
      nullifier: 1000n + BigInt(user),
      handle: 2000n + BigInt(user),
      issuer,
      merchant: questionSet.merchant,
      program: questionSet.program,
      wallet: BigInt(user),
      chain: BigInt(world.chainId),
      today: dayOf(await world.now()),
      questions: questionSet.questions,
      challenge: change.challenge ?? (await nextChallenge(user)),
    }
    return signalNames.map((name) => change[name] ?? good[name]) as unknown as PublicSignals
  }
  async function approval(user: Address, change: SignalChange = {}, circuit = kyc) {
    const signals = await signalsFor(user, change)
    const proof = toContractProof(circuit.prove(signals))
    return contractCalls.approve(verifier, { cooperator: shop, proof, signals })
  }
  const mintCall = (change: Partial<Mint> = {}) =>
    contractCalls.mint(sbt, {
      holder: alice,
      person: id(`person of ${change.holder ?? alice}`),
      kind: 'kyc',
      validUntil: until,
      mintId: id('mint 1'),
      ...change,
    })
  const grantCall = (change: Partial<Grant> = {}) =>
    contractCalls.grant(verifier, {
      cooperator: shop,
      user: alice,
      tokenId: 1n,
      validUntil: until,
      grantId: id('grant 1'),
      ...change,
    })
  const setQuestions = (change: { questions?: bigint; approvalSeconds?: number } = {}) =>
    send(
      world.operator,
      contractCalls.setQuestionSet(verifier, {
        cooperator: shop,
        approvalSeconds: 1000,
        ...questionSet,
        ...change,
      }),
    )
  await setQuestions()
  return {
    ...world,
    kyc,
    personhood,
    issuer,
    shop,
    questionSet,
    until,
    alice,
    bob,
    id,
    account,
    dayOf,
    signalsFor,
    approval,
    mintCall,
    grantCall,
    setQuestions,
    verdict: async (user = alice) => (await account(user)).verdict,
    approve: async (user = alice, change: SignalChange = {}) => send(user, await approval(user, change)),
    refusedApproval: async (change: SignalChange, user = alice) =>
      world.refusal(user, await approval(user, change)),
    mint: (change: Partial<Mint> = {}) => send(world.minter, mintCall(change)),
    grant: (change: Partial<Grant> = {}) => send(world.operator, grantCall(change)),
    revokeCall: (user = alice) => contractCalls.revoke(verifier, { cooperator: shop, user }),
    revokeOwnCall: () => contractCalls.revokeOwn(verifier, { cooperator: shop }),
    /** Returns the events that a transaction emitted from the verifier, in order. */
    eventsOf: ({ logs }: Awaited<ReturnType<typeof send>>) =>
      parseEventLogs({ abi: svcVerifierAbi, logs }).map(({ eventName, args }) => ({ eventName, args })),
  }
}
