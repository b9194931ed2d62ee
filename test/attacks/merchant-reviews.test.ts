import { revocationHandleOf } from '@touchstone/credential'
import { composeMrz, type SpecimenPerson } from '@touchstone/documents/specimens'
import { programOnChain } from '@touchstone/verification'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { applyOutcome } from '../../packages/verification/src/journey/apply-outcome.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { updateVerification } from '../../packages/verification/src/journey/verification-store.ts'
import { registerOnChain } from '../../packages/verification/src/on-chain/register-on-chain.ts'
import { heldCredentials } from '../../packages/verification/src/people/held-credential.ts'
import { identityOf } from '../../packages/verification/src/people/identity.ts'
import { selectPersonFile } from '../../packages/verification/src/people/person-file-store.ts'
import {
  confirmDocument,
  consent,
  retakeDocument,
  reviewDocument,
  submitDocument,
} from '../../packages/verification/src/pipeline/actions.ts'
import { advance } from '../../packages/verification/src/pipeline/advance.ts'
import { decideReview } from '../../packages/verification/src/review/decide-review.ts'
import { listReviews } from '../../packages/verification/src/review/list-reviews.ts'
import { screenAgain } from '../../packages/verification/src/review/screen-again.ts'
import { finishRevocation } from '../../packages/verification/src/revocation/finish-revocation.ts'
import { holdToEndings } from '../../packages/verification/src/revocation/hold-to-endings.ts'
import { moveToDevice } from '../../packages/verification/src/revocation/move-to-device.ts'
import { selectOpenRevocations } from '../../packages/verification/src/revocation/revocation-store.ts'
import { mostRetakes } from '../../packages/verification/src/steps/document.ts'
import { livenessStep } from '../../packages/verification/src/steps/liveness.ts'
import { fakeDocuments } from '../../packages/verification/src/testing/fake-documents.ts'
import { createPasses } from '../../packages/verification/src/testing/passes.ts'
import type { Visit } from '../../packages/verification/src/testing/walks.ts'
import { type AccountWorld, createAccountWorld, type Place, walletOf } from '../support/account-world.ts'
import { onOneEngine } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'
import { startRealChain } from '../support/real-chain.ts'

// A bribed reviewer must not be able to turn one document into another. A decision by a merchant's reviewer
// must not be valid at another merchant, either in a journey or in a contract.

const printed: SpecimenPerson = {
  ...{ documentCode: 'P', issuingState: 'FRA', surname: 'Ferreira', givenNames: 'Hugo', number: 'X41B77205' },
  ...{ nationality: 'FRA', birthDate: '1984-02-03', sex: 'M', issueDate: '2022-06-01' },
  ...{ expiryDate: '2032-05-31', optional: '' },
}
const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('a face and a name'.repeat(20))])

onOneEngine('server', 'reviews decided by a merchant', (suite) => {
  const documents = fakeDocuments()
  let list = { version: '1', listed: [] as string[] }
  let chain: Awaited<ReturnType<typeof startRealChain>>
  let here: AccountWorld
  let bank: Place
  let club: Place
  let wallets: Address[]
  const onChain = {
    checks: [],
    mintMode: 'on-chain-mint',
    walletProof: 'when-asked',
    chainId: '137',
  } as const

  beforeAll(async () => {
    chain = await startRealChain()
    const screening = {
      refresh: async () => {},
      versions: () => [{ list: 'test', version: list.version }],
      screen: async ({ names }: { names: string[] }, { cleared }: { cleared: { entryId: string }[] }) => ({
        policy: 'test@1',
        screenedAgainst: [{ list: 'test', version: list.version }],
        hits: names
          .filter((name) => list.listed.some((surname) => name.endsWith(surname)))
          .filter((name) => !cleared.some(({ entryId }) => entryId === name))
          .map((name) => ({ list: 'test', entryId: name, entryHash: name })),
      }),
    }
    const gallery = { compare: async () => undefined, knows: async () => true }
    here = await createAccountWorld(suite.database, {
      chains: chain.chains,
      checkers: {
        ...documents.checkers,
        gallery: async () => gallery as never,
        screening: async () => screening as never,
      },
    })
    bank = await here.place({ ...onChain, checks: ['age', 'sanction'], rules: { minimumAge: 18 } })
    club = await here.place({ ...onChain, checks: ['age', 'sanction'], rules: { minimumAge: 18 } })
    wallets = await chain.accounts()
    for (const at of [bank, club]) await register(at)
  })
  afterAll(() => chain?.stop())

  const register = ({ mchNo, program }: Place) =>
    registerOnChain(here.world, { program, merchant: { mchNo } })
  const wallet = (index: number) => wallets[index] as Address
  const numbersOf = ({ mchNo, program }: Place) => programOnChain(mchNo, program)
  const passes = (at: Place, of: string) => chain.verify(numbersOf(at).cooperator, of as Address)
  const stateOf = ({ journeyId }: Visit) => loadState(here.world, journeyId)
  const stepOf = (visit: Visit) => here.walks.stepOf(visit)
  const personOf = async (visit: Visit) => (await stateOf(visit)).journey.personId
  const newestId = async () => (await listReviews(here.world, { decided: false })).at(-1)?.id ?? 0
  async function finishAll(): Promise<void> {
    await here.walks.settled()
    for (const id of await selectOpenRevocations(journeyTablesOf(here.world)))
      await finishRevocation(here.world, id)
  }

  /** Opens a review of a document that the software reads as `read`. */
  async function underReview(
    at: Place,
    email: string,
    account: string,
    read: Partial<SpecimenPerson>,
  ): Promise<Visit> {
    documents.lay(...composeMrz('TD3', { ...printed, ...read }))
    const visit = await here.visit(at, email, account)
    const pictures = { pictures: [picture, picture], kind: 'passport', country: 'FRA' }
    for (let time = 0; time < mostRetakes; time++) {
      await submitDocument(here.world, visit, pictures)
      await retakeDocument(here.world, visit)
    }
    await reviewDocument(here.world, visit, { agreed: true })
    await submitDocument(here.world, visit, pictures)
    expect(await stepOf(visit)).toMatchObject({ name: 'review', what: 'document' })
    return visit
  }
  const decide = (rest: object) =>
    newestId().then((id) =>
      decideReview(here.world, { id, decision: 'clear', by: 'U1', isMember: true, ...rest }),
    )

  async function showFace(visit: Visit): Promise<void> {
    const { pass } = createPasses(here.world)
    await pass(visit.journeyId, livenessStep, {}, ['liveness-colours', 'faceprint-match'])
    await advance(here.world, visit.journeyId)
    await here.walks.settled()
  }
  async function share(visit: Visit, account: string): Promise<void> {
    if ((await stepOf(visit)).name === 'prove') await here.walks.proven(visit)
    await untilStep(visit, 'consent')
    await consent(here.world, visit, { granted: true, account })
    await untilStep(visit, 'done')
    await finishAll()
  }
  const untilStep = (visit: Visit, name: string) =>
    waitUntil(
      async () => {
        await advance(here.world, visit.journeyId)
        return (await stepOf(visit)).name === name
      },
      10_000,
      `the step "${name}"`,
    )
  /** Returns the newest credential, with the handle of its proofs at a merchant. */
  async function newestOf(visit: Visit) {
    const held = (await heldCredentials(here.world, await personOf(visit), 'all')).at(-1)
    const handleAt = (at: Place) => {
      const { merchant, program } = numbersOf(at)
      return revocationHandleOf(BigInt(held?.credential.credentialId ?? 0), merchant, program)
    }
    return { ...held, handleAt }
  }

  test('rejects a reading that describes another document', async () => {
    const visit = await underReview(bank, 'forged@example.com', walletOf('1'), { birthDate: '2012-02-03' })
    const zone = (changed: Partial<SpecimenPerson>) => composeMrz('TD3', { ...printed, ...changed })
    const refused = { code: 'review.too-many-changes' }
    const others: Partial<SpecimenPerson>[] = [
      { surname: 'Moreau', givenNames: 'Lina', number: 'Q11111111', birthDate: '1990-09-09', sex: 'F' },
      { surname: 'Pereira' },
      { number: 'X41B72705' },
    ]
    for (const other of others)
      await expect(decide({ zone: zone(other) }), JSON.stringify(other)).rejects.toMatchObject(refused)
    // The zone contains no century, so a minor could become a very old person.
    await expect(
      decide({ fields: { birthDate: '1912-02-03', sex: 'F', nationality: 'DEU' } }),
    ).rejects.toMatchObject(refused)
    expect(await stepOf(visit)).toMatchObject({ name: 'review' })
    await decide({ zone: zone({}) })
    expect((await stateOf(visit)).draft.document?.fields).toMatchObject({ birthDate: '1984-02-03' })
  })

  test('accepts a document read by a merchant’s reviewer only at that merchant', async () => {
    const email = 'read@example.com'
    const [own, other] = [walletOf('2'), walletOf('3')]
    const visit = await underReview(bank, email, own, { birthDate: '1985-02-03' })
    await decide({ zone: composeMrz('TD3', printed), onlyOf: bank.program.merchantId })
    await showFace(visit)
    await share(visit, own)
    const { credential, handleAt } = await newestOf(visit)
    expect(credential?.checks).toContain('document')
    expect(await passes(bank, own)).toBe(true)
    expect(await stepOf(await here.visit(bank, email, own))).toMatchObject({ name: 'done' })

    // Contracts of other merchants reject it, including those registered later.
    await chain.approve(wallet(0), numbersOf(bank), handleAt(bank))
    await expect(chain.approve(wallet(1), numbersOf(club), handleAt(club))).rejects.toThrow(
      'CredentialRevoked',
    )
    const late = await here.place({ ...onChain, checks: [] })
    await register(late)
    await finishAll()
    await expect(chain.approve(wallet(1), numbersOf(late), handleAt(late))).rejects.toThrow(
      'CredentialRevoked',
    )

    // Journeys of other merchants do not reuse it, and it is not the person's identity there.
    const elsewhere = await here.visit(club, email, other)
    expect(await stepOf(elsewhere)).toMatchObject({ name: 'document' })
    const personId = await personOf(visit)
    expect(await identityOf(here.world, personId, bank.program.merchantId)).toMatchObject({
      surname: 'FERREIRA',
    })
    expect(await identityOf(here.world, personId, club.program.merchantId)).toBeUndefined()

    // The person's own document is valid everywhere.
    documents.lay(...composeMrz('TD3', { ...printed, number: 'Y41B77205' }))
    await submitDocument(here.world, elsewhere, { pictures: [picture], kind: 'passport', country: 'FRA' })
    await confirmDocument(here.world, elsewhere, {})
    await showFace(elsewhere)
    await share(elsewhere, other)
    const general = await newestOf(elsewhere)
    expect(general.merchantId).toBe(0)
    await chain.approve(wallet(1), numbersOf(club), general.handleAt(club))
    expect([await passes(club, wallet(1)), await passes(club, other)]).toEqual([true, true])

    // A move to another device keeps the limit.
    const move = await moveToDevice(
      here.world,
      personId,
      { ssiWallet: walletOf('d'), commitment: '4711' },
      bank.program.merchantId,
    )
    await journeyTablesOf(here.world)
      .transaction()
      .execute(async (db) => holdToEndings(here.world, db, { personId, ...(await move(db)) }))
    await finishAll()
    const moved = await heldCredentials(here.world, personId, 'all')
    expect(moved.map(({ merchantId }) => merchantId)).toEqual([bank.program.merchantId, 0])
    const [limited] = moved
    const { merchant, program } = numbersOf(club)
    const handle = revocationHandleOf(BigInt(limited?.credential.credentialId ?? 0), merchant, program)
    await expect(chain.approve(wallet(2), numbersOf(club), handle)).rejects.toThrow('CredentialRevoked')
  })

  test('accepts a list hit cleared by a merchant only at that merchant', async () => {
    list = { version: '1', listed: ['KRUSZYNSKI'] }
    const email = 'cleared@example.com'
    const visit = await here.visit(bank, email, walletOf('4'))
    await here.walks.identified(visit)
    expect(await stepOf(visit)).toMatchObject({ name: 'review', what: 'sanction' })
    await decide({ onlyOf: bank.program.merchantId })
    await here.walks.settled()
    await share(visit, walletOf('4'))
    const plain = await here.place({ ...onChain, checks: [] })
    expect(await stepOf(await here.visit(plain, email, walletOf('5')))).toMatchObject({ name: 'document' })
    const { credential, merchantId } = await newestOf(visit)
    expect(merchantId).toBe(bank.program.merchantId)
    expect(credential?.checks).toContain('sanction')
    const elsewhere = await here.visit(club, email, walletOf('5'))
    await here.walks.identified(elsewhere)
    expect(await stepOf(elsewhere)).toMatchObject({ name: 'review', what: 'sanction' })
    await decide({})
    await here.walks.settled()
    await share(elsewhere, walletOf('5'))
    expect(await newestOf(elsewhere)).toMatchObject({ merchantId: 0 })
    list = { version: '1', listed: [] }
  })

  test('screens a name read by a merchant’s reviewer only for that merchant', async () => {
    const email = 'named@example.com'
    const elsewhere = await here.visit(club, email, walletOf('6'))
    documents.lay(...composeMrz('TD3', printed))
    await submitDocument(here.world, elsewhere, { pictures: [picture], kind: 'passport', country: 'FRA' })
    await confirmDocument(here.world, elsewhere, {})
    await showFace(elsewhere)
    await share(elsewhere, walletOf('6'))
    const other = await here.place({ ...onChain, checks: ['citizenship'] })
    const visit = await underReview(other, email, walletOf('6'), { surname: 'Ferreir' })
    await decide({
      zone: composeMrz('TD3', { ...printed, surname: 'Ferreiro' }),
      onlyOf: other.program.merchantId,
    })
    // The name differs, so the operator decides whether it is the same person.
    await updateVerification(
      journeyTablesOf(here.world),
      visit.journeyId,
      { shown_on: visit.ssiWallet },
      new Date(here.world.clock.now()),
    )
    const decided = { passed: true, checker: 'test', evidenceHash: Buffer.alloc(32) }
    const checks = ['liveness', 'liveness-colours', 'identity'].map((check) => ({ check, ...decided }))
    await applyOutcome(here.world, await stateOf(visit), livenessStep as never, { kind: 'passed', checks })
    await advance(here.world, visit.journeyId)
    await here.walks.settled()
    await share(visit, walletOf('6'))
    const file = await selectPersonFile(journeyTablesOf(here.world), await personOf(visit))
    expect(file?.identitySealed).toBeDefined()
    list = { version: '2', listed: ['FERREIRO'] }
    await screenAgain(here.world)
    const open = (await listReviews(here.world, { decided: false })).filter(
      ({ kind }) => kind === 'rescreening',
    )
    const { svcId } = (await stateOf(visit)).journey
    const found = open.filter((review) => review.svcId === svcId)
    expect(found.map(({ programNo }) => programNo)).toEqual([other.program.programNo])
    list = { version: '2', listed: [] }
  })

  test('lets only the operator decide on recordings without colours, because the face is stored for all merchants', async () => {
    const visit = await here.visit(bank, 'film@example.com', walletOf('7'))
    await here.walks.read(visit)
    const film = { kind: 'review', review: 'liveness', detail: {}, forOperator: true } as const
    await applyOutcome(here.world, await stateOf(visit), livenessStep as never, film)
    const { merchantId } = bank.program
    const kinds = async (onlyOf?: number) =>
      (await listReviews(here.world, { decided: false, onlyOf })).map(({ kind }) => kind)
    expect(await kinds()).toContain('liveness')
    expect(await kinds(merchantId)).not.toContain('liveness')
    await expect(decide({ onlyOf: merchantId })).rejects.toMatchObject({ code: 'review.unknown' })
  })
})
