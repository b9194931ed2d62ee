import type { ChainMinter } from '@touchstone/chain'
import { loadJourney } from '@touchstone/kyc'
import { createScreeningWorkers, importList, openScreening, type Screening } from '@touchstone/screening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { inPieces, makeUnList } from '../../../screening/src/test-support/make-lists.ts'
import { journeyTablesOf } from '../context.ts'
import { askForCode, giveCode } from '../login/login-by-email.ts'
import { claimNullifier } from '../people/credential-store.ts'
import { consent } from '../pipeline/actions.ts'
import { advance } from '../pipeline/advance.ts'
import { applyOutcome } from '../pipeline/apply-outcome.ts'
import type { Draft } from '../pipeline/draft.ts'
import { loadState } from '../pipeline/load-state.ts'
import { sealDraft } from '../pipeline/seal-draft.ts'
import type { Step } from '../pipeline/step.ts'
import { selectChecks } from '../pipeline/verification-store.ts'
import type { Session } from '../sessions/session.ts'
import { selectSession } from '../sessions/session-store.ts'
import { viewOf } from '../sessions/view-of.ts'
import { documentStep } from '../steps/document.ts'
import { livenessStep } from '../steps/liveness.ts'
import { mintStep } from '../steps/mint.ts'
import { proofStep } from '../steps/proof.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { decideReview } from './decide-review.ts'
import { listReviews, showReview } from './list-reviews.ts'
import { screenAgain } from './screen-again.ts'

const workers = createScreeningWorkers()
afterAll(() => workers.close())

const nobody = { given: 'ISEMBARD', surname: 'KRUSZYNSKI' }

onBothEngines('who may be on a list', (suite) => {
  let world: SessionWorld
  let screening: Screening
  const burnt: bigint[] = []
  beforeAll(async () => {
    const minter = { burn: async ({ tokenId }: { tokenId: bigint }) => void burnt.push(tokenId) }
    world = await createSessionWorld(suite.database, {
      trades: { screening: async () => screening },
      chains: { minter: async () => minter as unknown as ChainMinter },
    })
    await publish('Nemo Outis')
    screening = await openScreening({ database: suite.database, clock: world.clock, workers })
  })
  afterAll(() => screening?.close())

  let editions = 0
  /** The next version of the list. */
  async function publish(...names: string[]): Promise<void> {
    const people = names.map((name) => ({ id: name.replaceAll(/\W/g, ''), names: [name] }))
    const date = new Date(Date.UTC(2026, 0, ++editions)).toISOString()
    const stream = inPieces(makeUnList(people, { date }))
    const context = { database: suite.database, clock: world.clock, workers }
    await importList(context, { list: 'made-up', format: 'un-xml', stream, force: true })
  }

  let visits = 0
  /** The e-mail is the person: the same one at a new merchant each time. */
  async function visit(email: string): Promise<Session & { journeyId: number }> {
    const authorized = await world.openAuthorized({ program: { checks: ['sanction'] } })
    world.clock.advance(61_000)
    await askForCode(world, authorized, { email, ip: `10.12.0.${++visits}` })
    await giveCode(world, authorized, { code: world.mails.at(-1)?.code ?? '' })
    await settled()
    const session = await selectSession(journeyTablesOf(world), authorized.id)
    return { ...session, journeyId: session.journeyId ?? 0 }
  }
  const settled = async () => void (await Promise.all(world.underWay.values()))
  const stepOf = async (session: Session) => (await viewOf(world, session)).step
  const statusOf = async ({ journeyId }: { journeyId: number }) =>
    (await loadJourney(world.kyc, journeyId))?.journey.status
  const openReviews = () => listReviews(world, { decided: false })
  const decide = async (decision: 'clear' | 'confirm', id?: number) => {
    const newest = (await openReviews()).at(-1)?.id ?? 0
    await decideReview(world, { id: id ?? newest, decision, by: 'officer 1' })
    await settled()
  }

  async function pass<Input>(
    journeyId: number,
    step: Step<Input>,
    more: { token?: { chainId: string; tokenId: string } } = {},
  ): Promise<void> {
    const check = { check: step.name, passed: true, checker: 'test', evidenceHash: Buffer.alloc(32) }
    const state = await loadState(world, journeyId)
    await applyOutcome(world, state, step as Step, { kind: 'passed', checks: [check], ...more })
  }

  /** As after a document and a live face. */
  async function identified(
    { journeyId }: { journeyId: number },
    { given, surname } = nobody,
  ): Promise<void> {
    const document: NonNullable<Draft['document']> = {
      kind: 'passport',
      fields: {
        ...{ surname, givenNames: given, number: 'L898902C3', nationality: 'FRA', issuingState: 'FRA' },
        ...{ birthDate: '1990-01-02', sex: 'M', expiryDate: '2031-01-02' },
      },
      ...{ lines: [], numberHash: '', evidenceHash: '', refused: [], reader: 'test' },
    }
    await sealDraft(world, await loadState(world, journeyId), { document })(journeyTablesOf(world))
    await pass(journeyId, documentStep)
    await pass(journeyId, livenessStep)
    await advance(world, journeyId)
  }

  /** As after the proof and the token; then the person says yes. */
  async function share(session: Session & { journeyId: number }): Promise<void> {
    const { journeyId } = session
    if ((await statusOf(session)) !== 'SBT Minted') {
      const { program } = await loadState(world, journeyId)
      const proven = { nullifier: `nullifier ${journeyId}`, handle: `handle ${journeyId}`, journeyId }
      const at = new Date(world.clock.now())
      await claimNullifier(journeyTablesOf(world), { programId: program.id, ...proven, at })
      await pass(journeyId, proofStep)
      await pass(journeyId, mintStep, { token: { chainId: '137', tokenId: String(journeyId) } })
    }
    await consent(world, session, { granted: true })
    expect(await statusOf(session)).toBe('KYC Passed')
  }

  const isShared = async ({ journeyId }: { journeyId: number }) => {
    const query = journeyTablesOf(world).selectFrom('result_grant').select('revoked_at')
    const row = await query.where('journey_id', '=', journeyId).executeTakeFirst()
    return row !== undefined && row.revoked_at === null
  }

  test('a clear name passes; at another merchant only the lists are asked again', async () => {
    const first = await visit('clear@example.com')
    await identified(first)
    expect(await stepOf(first)).toMatchObject({ name: 'prove' })
    await share(first)
    const second = await visit('clear@example.com')
    expect(await stepOf(second)).toMatchObject({ name: 'consent', reused: true })
    const state = await loadState(world, second.journeyId)
    const checks = await selectChecks(journeyTablesOf(world), second.journeyId, state.journey.attempt)
    const by = new Map(checks.map(({ check, checker }) => [check, checker]))
    expect(by.get('sanction')).toContain('made-up 2026-01-01')
    expect(by.get('liveness')).toBe('credential held already')
    await share(second)
    expect(await openReviews()).toEqual([])
  })

  test('a new version screens everybody again and tells every merchant once; what is cleared stays so', async () => {
    const [first, second] = [await visit('both@example.com'), await visit('other@example.com')]
    await identified(first, { given: 'COSIMA', surname: 'VEXELSTEIN' })
    await share(first)
    const again = await visit('both@example.com')
    await share(again)
    await identified(second)
    await share(second)
    expect(await screenAgain(world)).toMatchObject({ found: 0 })
    expect(await screenAgain(world)).toEqual({ screened: 0, found: 0 })

    await publish('Nemo Outis', 'Cosima Vexelstein')
    expect(await screenAgain(world)).toMatchObject({ found: 2 })
    expect(await screenAgain(world)).toEqual({ screened: 0, found: 0 })
    const [one, other, ...more] = await openReviews()
    expect(more).toEqual([])
    expect([one?.kind, other?.kind]).toEqual(['rescreening', 'rescreening'])
    expect(new Set([one?.programNo, other?.programNo]).size).toBe(2)
    await decide('clear', one?.id)

    await publish('Nemo Outis', 'Cosima Vexelstein', 'Ardent Quillfeather')
    expect(await screenAgain(world), 'one is cleared, the other waits already').toMatchObject({ found: 0 })
    await decide('clear', other?.id)
    await publish('Nemo Outis', 'Cosima Vexelstein')
    expect(await screenAgain(world)).toMatchObject({ found: 0 })
    expect(await openReviews()).toEqual([])
    expect([await isShared(first), await isShared(again), await isShared(second)]).toEqual([true, true, true])
  })

  test('cleared for one merchant is not cleared for the next', async () => {
    const first = await visit('alike@example.com')
    await identified(first, { given: 'NEMO', surname: 'OUTIS' })
    expect(await stepOf(first)).toMatchObject({ name: 'review', what: 'sanction' })
    await decide('clear')
    await share(first)

    const second = await visit('alike@example.com')
    expect(await stepOf(second)).toMatchObject({ name: 'review', what: 'sanction' })
    const waiting = (await openReviews()).at(-1)
    expect(await showReview(world, { id: waiting?.id ?? 0 })).toMatchObject({
      detail: { identity: { surname: 'OUTIS' }, hits: [{ entryId: 'NemoOutis' }] },
    })
    await decide('clear')
    expect(await stepOf(second)).toMatchObject({ name: 'consent', reused: true })
    await share(second)
    expect(await screenAgain(world)).toMatchObject({ found: 0 })
  })

  test('the listed party is declined everywhere: what was shared, and what is under way', async () => {
    const email = 'listed@example.com'
    const shared = await visit(email)
    await identified(shared, { given: 'NEMO', surname: 'OUTIS' })
    await decide('clear')
    await share(shared)
    const underWay = await visit(email)
    await decide('clear')
    expect(await stepOf(underWay)).toMatchObject({ name: 'consent' })
    const waits = await visit(email)
    expect(await stepOf(waits)).toMatchObject({ name: 'review' })
    expect([await isShared(shared), burnt]).toEqual([true, []])

    await decide('confirm')
    const declined = { name: 'failed', screen: 'not-eligible', reason: 'screening.declined' }
    expect(await stepOf(waits)).toMatchObject(declined)
    expect(await stepOf(underWay)).toMatchObject(declined)
    expect(await isShared(shared)).toBe(false)
    expect(burnt).toEqual([BigInt(shared.journeyId)])
    expect(await openReviews()).toEqual([])
    await expect(consent(world, underWay, { granted: true })).rejects.toThrow('another step')

    const later = await visit(email)
    expect(await stepOf(later), 'nothing is left to reuse').toMatchObject({ name: 'document' })
  })

  test('a list that came between the screening and the consent is not missed', async () => {
    const first = await visit('between@example.com')
    await identified(first, { given: 'ARDENT', surname: 'QUILLFEATHER' })
    await share(first)
    const second = await visit('between@example.com')
    expect(await stepOf(second)).toMatchObject({ name: 'consent' })
    await publish('Ardent Quillfeather')
    expect(await screenAgain(world)).toMatchObject({ found: 1 })
    await share(second)
    expect(await screenAgain(world)).toMatchObject({ found: 1 })
    expect(await openReviews()).toHaveLength(2)
  })
})
