import { contractCalls, type PublicSignals, svcVerifierAbi, type VerificationKey } from '@touchstone/chain'
import {
  type CircuitName,
  circuitNames,
  developmentKeys,
  type Proof,
  type Questions,
  readKeyFile,
  readKeyManifest,
} from '@touchstone/credential'
import type { Address } from 'viem'
import { createContractWorld } from '../../packages/chain/src/contracts/testing/create-contract-world.ts'
import {
  issuerKeyFor,
  sampleContext,
  sampleIssuerSecret,
  sampleQuestions,
} from '../../packages/credential/src/testing/index.ts'
import { startTestNode } from './test-node.ts'

/** Noon on the sample's day. The contracts use the time of the chain. */
export const noon = Date.UTC(2026, 10, 15, 12)

/** Starts a node with contracts that check proofs of the real circuits for one of the sample's programs. */
export async function startCredentialChain() {
  const node = await startTestNode({ chainId: 137, time: noon / 1000 })
  const manifest = await readKeyManifest(developmentKeys)
  const keys = circuitNames.map(async (name) => {
    const bytes = await readKeyFile(developmentKeys, manifest, name, 'verification.json')
    return [name, JSON.parse(bytes.toString('utf8')) as VerificationKey] as const
  })
  const world = await createContractWorld({
    url: node.url,
    verificationKeys: Object.fromEntries(await Promise.all(keys)),
    issuers: [BigInt(issuerKeyFor(sampleIssuerSecret))],
  })
  const [alice, bob] = world.users
  if (!alice || !bob) throw new Error('the chain has too few accounts')
  const cooperator: Address = '0x5409ED021D9299bf6814279A6A1411A7e866A631'
  const { merchant, program } = sampleContext
  const contract = { address: world.verifier, abi: svcVerifierAbi } as const

  return {
    world,
    alice,
    bob,
    cooperator,

    ask: (kind: CircuitName, questions: Questions = sampleQuestions[kind]) =>
      world.send(
        world.operator,
        contractCalls.setQuestionSet(world.verifier, {
          cooperator,
          kind,
          merchant,
          program,
          questions: BigInt(questions.hash),
        }),
      ),

    approval: ({ proof, signals }: Proof) =>
      contractCalls.approve(world.verifier, {
        cooperator,
        proof: {
          a: [BigInt(proof.a[0]), BigInt(proof.a[1])],
          b: [
            [BigInt(proof.b[0][0]), BigInt(proof.b[0][1])],
            [BigInt(proof.b[1][0]), BigInt(proof.b[1][1])],
          ],
          c: [BigInt(proof.c[0]), BigInt(proof.c[1])],
        },
        signals: signals.map(BigInt) as unknown as PublicSignals,
      }),

    nonceOf: (user: Address) =>
      world.client.readContract({ ...contract, functionName: 'nonces', args: [cooperator, user] }),

    isVerified: (user: Address) =>
      world.client.readContract({ ...contract, functionName: 'verify', args: [cooperator, user] }),

    /**
     * Runs the work on the chain and then reverts the chain, so that every case starts from the same state.
     */
    async onChain<Result>(work: () => Promise<Result>): Promise<Result> {
      const before = await world.client.snapshot()
      try {
        return await work()
      } finally {
        await world.client.revert({ id: before })
      }
    },

    stop: () => node.stop(),
  }
}
