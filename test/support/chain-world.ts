import { revocationHandleOf } from '@touchstone/credential'
import { byCommandLine, createProgram } from '@touchstone/kyc'
import type { Database } from '@touchstone/storage'
import type { VerificationContext } from '@touchstone/verification'
import type { Address } from 'viem'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { registerOnChain } from '../../packages/verification/src/on-chain/register-on-chain.ts'
import { upsertCredential } from '../../packages/verification/src/people/credential-store.ts'
import { heldCredentials } from '../../packages/verification/src/people/held-credential.ts'
import { selectPersonFile } from '../../packages/verification/src/people/person-file-store.ts'
import { consent } from '../../packages/verification/src/pipeline/actions.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { programOnChain } from '../../packages/verification/src/program-on-chain.ts'
import { finishRevocation } from '../../packages/verification/src/revocation/finish-revocation.ts'
import { holdToEndings } from '../../packages/verification/src/revocation/hold-to-endings.ts'
import { reissueAll } from '../../packages/verification/src/revocation/move-to-device.ts'
import { selectOpenRevocations } from '../../packages/verification/src/revocation/revocation-store.ts'
import type { Visit } from '../../packages/verification/src/testing/walks.ts'
import { createAccountWorld, type Place } from './account-world.ts'
import { waitUntil } from './processes.ts'
import { startRealChain } from './real-chain.ts'

/** A test world whose programs are on a development chain with the service's contracts. */
export type ChainWorld = Awaited<ReturnType<typeof createChainWorld>>

/** Options of a program whose results are granted on the chain. */
export const grantedOnChain = {
  checks: [],
  mintMode: 'on-chain-mint',
  walletProof: 'when-asked',
  chainId: '137',
} as const

/** Starts the chain and creates the world. `jobs` receives the background jobs that the service requests. */
export async function createChainWorld(
  database: Database,
  change: { jobs?: VerificationContext['jobs'] } = {},
) {
  const chain = await startRealChain()
  const gallery = { knows: async () => true, retire: async () => ({ removed: 0, isKept: false }) }
  const here = await createAccountWorld(database, {
    ...change,
    chains: chain.chains,
    checkers: { gallery: async () => gallery as never },
  })
  const { world, walks } = here
  const wallets = await chain.accounts()

  const register = ({ mchNo, program }: Place) => registerOnChain(world, { program, merchant: { mchNo } })
  const numbersOf = ({ mchNo, program }: Place) => programOnChain(mchNo, program)
  const journeyOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).journey

  async function untilStep(session: Visit, name: string): Promise<void> {
    const isThere = async () => {
      await advance(world, session.journeyId)
      return (await walks.stepOf(session)).name === name
    }
    await waitUntil(isThere, 10_000, `the step "${name}"`)
  }

  async function share(session: Visit, account: string): Promise<void> {
    await consent(world, session, { granted: true, account })
    await untilStep(session, 'done')
  }

  async function credentialIdOf(session: Visit): Promise<bigint> {
    const { personId } = await journeyOf(session)
    return BigInt((await heldCredentials(world, personId, 'all')).at(-1)?.credential.credentialId ?? 0)
  }

  function handleAt(credentialId: bigint, at: Place): bigint {
    const { merchant, program } = numbersOf(at)
    return revocationHandleOf(credentialId, merchant, program)
  }

  async function finishAll(): Promise<void> {
    for (const id of await selectOpenRevocations(journeyTablesOf(world))) await finishRevocation(world, id)
  }

  return {
    ...{ chain, here, register, numbersOf, journeyOf, untilStep, share, credentialIdOf, handleAt },
    /** Publishes all revocations. */
    finishAll,
    wallet: (index: number) => wallets[index] as Address,
    passes: (at: Place, wallet: string) => chain.verify(numbersOf(at).cooperator, wallet as Address),

    /** Creates a second program of the same merchant. */
    async secondProgramOf({ mchNo }: Place): Promise<Place> {
      const common = { name: 'Second program', kind: 'KYC', active: true } as const
      const input = { mchNo, ...common, ...grantedOnChain, checks: [] }
      return { mchNo, program: await createProgram(world.kyc, input, byCommandLine) }
    },

    /** Verifies a person and shares the result for this account. */
    async verified(at: Place, email: string, account: string): Promise<Visit> {
      const session = await here.visit(at, email, account)
      if ((await walks.stepOf(session)).name === 'document') {
        await walks.identified(session)
        await walks.proven(session)
      }
      await untilStep(session, 'consent')
      await share(session, account)
      return session
    },

    /** Makes a proof from a credential and sends it from a wallet. */
    approve: (from: Address, at: Place, credentialId: bigint) =>
      chain.approve(from, numbersOf(at), handleAt(credentialId, at)),
    /** Makes a proof that can be sent later. */
    prove: (from: Address, at: Place, credentialId: bigint) =>
      chain.prove(from, numbersOf(at), handleAt(credentialId, at)),

    /**
     * Issues the person's credential again, as would happen for another merchant's program. Returns the new
     * credential's id.
     */
    async renewed(session: Visit): Promise<bigint> {
      const { personId } = await journeyOf(session)
      const db = journeyTablesOf(world)
      const { commitment } = (await selectPersonFile(db, personId)) ?? {}
      const issued = await reissueAll(world, personId, commitment ?? '')
      const credentialIds = issued.map(({ credential }) => credential.credentialId)
      await db.transaction().execute(async (tables) => {
        for (const credential of issued) await upsertCredential(tables, credential)
        await holdToEndings(world, tables, { personId, credentialIds })
      })
      await finishAll()
      return await credentialIdOf(session)
    },
  }
}
