import type { ChainMinter } from '@touchstone/chain'
import {
  checkGrant,
  checkMeidBinding,
  createAccessService,
  getKycResult,
  listUsers,
  type Program,
  type ProgramInput,
} from '@touchstone/kyc'
import type { Database } from '@touchstone/storage'
import type { Checkers, JourneyChains, VerificationContext } from '@touchstone/verification'
import { consent } from '../../packages/verification/src/pipeline/actions.ts'
import {
  createSessionWorld,
  type OpenOptions,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'

/** A merchant with one of its programs. */
export type Place = { mchNo: string; program: Program }

/**
 * A test world with merchants, and with people whose results belong to their accounts. The test can turn the
 * chain off and on.
 */
export type AccountWorld = Awaited<ReturnType<typeof createAccountWorld>>

/** Returns an address in which one digit is repeated. */
export const walletOf = (digit: string) => `0x${digit.repeat(40)}`

export async function createAccountWorld(
  database: Database,
  change: {
    chains?: Partial<JourneyChains>
    checkers?: Partial<Checkers>
    isMigrated?: boolean
    jobs?: VerificationContext['jobs']
  } = {},
) {
  const chain = { isUp: true, granted: [] as string[], ended: [] as string[] }
  const job = () => ({ status: chain.isUp ? 'final' : 'sent' })
  const minter = {
    requestMint: async () => ({ key: 'k', mintId: '0x01', job: job() }),
    tokenOf: async () => 7n,
    requestGrant: async ({ user }: { user: string }) => {
      if (chain.isUp) chain.granted.push(user)
      return { key: 'k', job: job() }
    },
    revokeGrant: async ({ user }: { user: string }) => void chain.ended.push(user),
    revokeHandle: async () => ({ key: 'k', job: job() }),
    requestSuspension: async () => ({ key: 'k', job: job() }),
    burn: async () => ({ key: 'k', job: job() }),
  }
  const world: SessionWorld = await createSessionWorld(database, {
    chains: {
      ensureRegistered: async () => {},
      verifierAddress: async () => '0x01',
      minter: async () => minter as unknown as ChainMinter,
      // Simulates contracts that confirm any signature, on every chain.
      client: async (chainId) =>
        ({ getChainId: async () => Number(chainId), verifyMessage: async () => true }) as never,
      ...change.chains,
    },
    ...(change.checkers && { checkers: change.checkers }),
    ...(change.jobs && { jobs: change.jobs }),
    isMigrated: change.isMigrated ?? false,
  })
  const walks: Walks = createWalks(world)
  const accessOf = (mchNo: string) => createAccessService(world.kyc).merchantByNo(mchNo)

  return {
    world,
    walks,
    chain,

    async place(program: Partial<ProgramInput>): Promise<Place> {
      const lv = program.kind === 'MeID' ? 2 : 1
      const { mchNo, program: made } = await world.open({ program, lv })
      return { mchNo, program: made }
    },

    /** Logs a person in at a merchant whose page specifies this account. */
    visit: (at: Place, email: string, account: string, more: OpenOptions = {}): Promise<Visit> =>
      walks.visit(email, {}, { at, lv: at.program.kind === 'MeID' ? 2 : 1, accounts: [account], ...more }),

    agree: (session: Visit, account: string, moves = false) =>
      consent(world, session, { granted: true, account, moves }),

    async isGrant({ mchNo, program }: Place, userAccount: string): Promise<boolean> {
      const input = { access: await accessOf(mchNo), userAccount, programNo: program.programNo }
      return (await checkGrant(world.kyc, input)).isGrant
    },

    isBound: async ({ mchNo }: Place, userAccount: string): Promise<boolean> =>
      await checkMeidBinding(world.kyc, { access: await accessOf(mchNo), userAccount }),

    status: async ({ program }: Place, account: string, chainId = '137'): Promise<string> =>
      (await getKycResult(world.kyc, { program, account, chainId })).kycStatus,

    async listed({ program }: Place): Promise<string[]> {
      const { users } = await listUsers(world.kyc, { program, page: 1 })
      return users.flatMap(({ clientUserIdentifier }) =>
        clientUserIdentifier.map(({ walletAddress, userId }) => walletAddress || userId),
      )
    },
  }
}
