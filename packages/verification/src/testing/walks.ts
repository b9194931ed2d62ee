import { loadJourney, type ProgramInput, statusesOf } from '@touchstone/kyc'
import { journeyTablesOf } from '../context.ts'
import type { Draft } from '../journey/draft.ts'
import { loadState } from '../journey/load-state.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import { requestCode, submitCode } from '../login/login-by-email.ts'
import { claimNullifier } from '../people/credential-store.ts'
import { consent } from '../pipeline/actions.ts'
import { advance } from '../pipeline/advance.ts'
import type { Session } from '../sessions/session.ts'
import { agreedAccount, spelledAs } from '../sessions/session-account.ts'
import { selectSession } from '../sessions/session-store.ts'
import { investorStep } from '../steps/investor.ts'
import { mintStep } from '../steps/mint.ts'
import { proofStep } from '../steps/proof.ts'
import { viewOf } from '../visits/view-of.ts'
import { createPasses } from './passes.ts'
import type { OpenOptions, SessionWorld } from './session-world.ts'

export type Visit = Session & { journeyId: number }
export type Walks = ReturnType<typeof createWalks>

/**
 * Takes people through a journey, for tests of later steps. Documents, faces and proofs are marked as passed.
 */
export function createWalks(world: SessionWorld) {
  let visits = 0
  const { pass, read, identified, alive } = createPasses(world)
  const settled = async () => void (await Promise.all(world.inProgress.values()))

  /** Passes all steps before the proof. */
  async function proven({ journeyId }: Visit): Promise<void> {
    const { program } = await loadState(world, journeyId)
    const proven = { nullifier: `nullifier ${journeyId}`, handle: `handle ${journeyId}`, journeyId }
    const at = new Date(world.clock.now())
    await claimNullifier(journeyTablesOf(world), { programId: program.id, ...proven, at })
    await pass(journeyId, proofStep)
  }

  /** Passes all steps before the token. */
  async function minted(session: Visit): Promise<void> {
    const { journeyId } = session
    await proven(session)
    await pass(journeyId, mintStep, { token: { chainId: world.chains.home, tokenId: String(journeyId) } })
  }

  return {
    /** Waits until all background work has finished. */
    settled,

    /** Opens a page of a new merchant and logs in. The email address identifies the person. */
    async visit(email: string, program: Partial<ProgramInput>, more: OpenOptions = {}): Promise<Visit> {
      const authorized = await world.openAuthorized({ program, device: email, ...more })
      world.clock.advance(61_000)
      await requestCode(world, authorized, { email, ip: `10.12.0.${++visits}` })
      await submitCode(world, authorized, { code: world.mails.at(-1)?.code ?? '' })
      await settled()
      const session = await selectSession(journeyTablesOf(world), authorized.id)
      return { ...session, journeyId: session.journeyId ?? 0 }
    },

    stepOf: async (session: Session) => (await viewOf(world, session)).step,

    read,

    identified,
    alive,

    /** Passes the step in which the provider's statement is submitted. */
    async accredited({ journeyId }: Visit): Promise<void> {
      const draft: Draft = { accreditation: { level: 1, until: 20_301_231 } }
      await sealDraft(world, await loadState(world, journeyId), draft)(journeyTablesOf(world))
      await pass(journeyId, investorStep, {}, ['accreditation'])
      await advance(world, journeyId)
    },

    proven,
    minted,

    /** Passes the remaining steps, if there are any, and consents. */
    async share(session: Visit): Promise<void> {
      const { journeyId } = session
      const { journey, program } = await loadState(world, journeyId)
      if (journey.status !== 'SBT Minted') await minted(session)
      await consent(world, session, { granted: true, account: spelledAs(agreedAccount(world, session)) })
      const shared = await loadJourney(world.kyc, journeyId)
      if (shared?.journey.status !== statusesOf(program).passed) throw new Error('the result was not shared')
    },
  }
}
