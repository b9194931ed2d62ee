import { byCommandLine, showAudit } from '@touchstone/kyc'
import { beforeAll, expect, test } from 'vitest'
import { journeyTablesOf, type VerificationDb } from '../../packages/verification/src/context.ts'
import {
  answerHandOff,
  claimHandOff,
  confirmHandOff,
  offerHandOff,
} from '../../packages/verification/src/hand-off/hand-off.ts'
import { applyOutcome } from '../../packages/verification/src/journey/apply-outcome.ts'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { sealDraft } from '../../packages/verification/src/journey/seal-draft.ts'
import { updateVerification } from '../../packages/verification/src/journey/verification-store.ts'
import { sendNotices } from '../../packages/verification/src/people/notify.ts'
import { confirmDocument } from '../../packages/verification/src/pipeline/actions.ts'
import {
  decideRequest,
  decideRequestOf,
  finishRequests,
  forgetPerson,
  objectBySecret,
} from '../../packages/verification/src/pipeline/person-requests.ts'
import { moveToDevice } from '../../packages/verification/src/revocation/move-to-device.ts'
import { withdraw } from '../../packages/verification/src/revocation/withdraw.ts'
import { selectSession, updateSession } from '../../packages/verification/src/sessions/session-store.ts'
import { documentStep } from '../../packages/verification/src/steps/document.ts'
import { faceStep } from '../../packages/verification/src/steps/face.ts'
import type { Visit } from '../../packages/verification/src/testing/walks.ts'
import { reportLostDevice, requireDevice } from '../../packages/verification/src/visits/device.ts'
import { viewOf } from '../../packages/verification/src/visits/view-of.ts'
import { type AccountWorld, createAccountWorld, type Place, walletOf } from '../support/account-world.ts'
import { onOneEngine } from '../support/engines.ts'

// A mail code opens a session, but does not identify the person. With only a code, it must not be possible to
// share for another account, move a MeID, delete the person or read the person's data, in any order and on
// any device.

const hour = 3_600_000

onOneEngine('server', 'a thief with one mail code of a known person', (suite) => {
  let here: AccountWorld
  let isFaceKnown = true
  beforeAll(async () => {
    const gallery = {
      knows: async () => isFaceKnown,
      remove: async () => 0,
      retire: async () => ({ removed: 0, isKept: false }),
      expire: async () => 0,
    }
    here = await createAccountWorld(suite.database, { checkers: { gallery: async () => gallery as never } })
  })

  let thieves = 0
  const thief = () => ({ device: `thief ${++thieves}` })
  const [own, stolen] = [walletOf('1'), walletOf('e')]
  const sessionOf = async (visit: Visit): Promise<Visit> => ({
    ...(await selectSession(journeyTablesOf(here.world), visit.id)),
    journeyId: visit.journeyId,
  })
  const receiptOf = async ({ journeyId }: Visit) => (await loadState(here.world, journeyId)).forgotten
  const stepOf = async (visit: Visit) => (await viewOf(here.world, visit)).step
  const refused = { code: 'person.not-proven' }
  const other = { code: 'step.other' }

  async function verified(email: string, at: Place): Promise<Visit> {
    const visit = await here.visit(at, email, own)
    if (at.program.kind === 'MeID') await here.walks.alive(visit)
    else await here.walks.identified(visit)
    await here.walks.share(visit)
    return await sessionOf(visit)
  }

  /** Has the effect of a capture whose face matches the stored face. */
  async function showFace(visit: Visit): Promise<Visit> {
    await reportLostDevice(here.world, visit)
    const { ssiWallet, commitment } = await sessionOf(visit)
    const state = await loadState(here.world, visit.journeyId)
    const device = { ssiWallet: ssiWallet ?? '', commitment: commitment ?? '' }
    const move = await moveToDevice(here.world, state.journey.personId, device, state.merchant.id)
    const also = async (db: VerificationDb) => void (await move(db))
    const checks = [{ check: 'device', passed: true, checker: 'test', evidenceHash: Buffer.alloc(32) }]
    await applyOutcome(here.world, state, faceStep as never, { kind: 'passed', checks, also })
    const { id } = visit
    await updateSession(journeyTablesOf(here.world), id, { face_again: false })
    return await sessionOf(visit)
  }

  async function mailsTo(email: string) {
    await sendNotices(here.world)
    return here.world.notices.filter(({ to }) => to === email)
  }
  const secretTo = async (email: string) =>
    (await mailsTo(email)).findLast(({ objectionUrl }) => objectionUrl)?.objectionUrl?.split('#')[1] ?? ''

  test('cannot share for an account of their own, even at a merchant that knows the person', async () => {
    const shop = await here.place({ kind: 'KYC', checks: [] })
    await verified('ten@example.com', shop)
    for (const digit of '23456789ab') {
      const account = walletOf(digit)
      const visit = await here.visit(shop, 'ten@example.com', account, thief())
      expect(await stepOf(visit)).toMatchObject({ name: 'wallet-missing' })
      await expect(requireDevice(here.world, visit, 'own')).rejects.toMatchObject(other)
      expect(await here.isGrant(shop, account)).toBe(false)
      expect(await here.status(shop, account)).toBe('Not Started')
    }
    // Continuing for the person's own account needs no proof, because nothing is granted.
    const again = await here.visit(shop, 'ten@example.com', own, { device: 'another browser' })
    expect(await stepOf(again)).toMatchObject({ name: 'done' })
    await expect(forgetPerson(here.world, again)).rejects.toMatchObject(refused)
  })

  test('cannot delete the person, but can withdraw consent', async () => {
    const shop = await here.place({ kind: 'KYC', checks: [] })
    const person = await verified('keep@example.com', shop)
    const visit = await here.visit(shop, 'keep@example.com', own, thief())
    await expect(forgetPerson(here.world, visit)).rejects.toMatchObject(refused)
    expect(await receiptOf(person)).toBeUndefined()
    await withdraw(here.world, visit)
    expect(await here.isGrant(shop, own)).toBe(false)
    // On the person's own device, the erasure is immediate, and the notice is sent before the address is
    // deleted.
    await forgetPerson(here.world, person)
    expect(await receiptOf(person)).toBeDefined()
    expect(here.world.notices.filter(({ to }) => to === 'keep@example.com')).toMatchObject([
      { kind: 'forgotten' },
    ])
  })

  test('sees nothing under "Your data", not even with the person’s own account', async () => {
    const shop = await here.place({ kind: 'KYC', checks: [] })
    const email = 'data@example.com'
    const person = await verified(email, shop)
    expect(await viewOf(here.world, person)).toMatchObject({ yourData: 'shown', holdsWallet: true })
    for (const account of [own, stolen]) {
      const visit = await here.visit(shop, email, account, thief())
      const view = await viewOf(here.world, visit)
      expect(view).toMatchObject({ yourData: 'face', holdsWallet: false, shared: true })
      expect(view.notices).toBeUndefined()
      if (view.step.name === 'done') expect(view.step.tokens).toEqual([])
      await expect(forgetPerson(here.world, visit)).rejects.toMatchObject(refused)
    }
    isFaceKnown = false
    const visit = await here.visit(shop, email, own, thief())
    expect(await viewOf(here.world, visit)).toMatchObject({ yourData: 'hidden', shared: true })
    isFaceKnown = true
    // The face also unlocks the data for an account that needs no proof to continue.
    const again = await here.visit(shop, email, own, { device: 'the new phone' })
    expect(await stepOf(again)).toMatchObject({ name: 'done' })
    await reportLostDevice(here.world, again)
    expect(await stepOf(await sessionOf(again))).toEqual({ name: 'liveness' })
    expect(await viewOf(here.world, await showFace(again))).toMatchObject({ yourData: 'shown' })
  })

  test('does not learn why the person failed or what is under review', async () => {
    const shop = await here.place({ kind: 'KYC', checks: [] })
    const strict = await here.place({ kind: 'KYC', checks: ['age'] })
    const email = 'fails@example.com'
    await verified(email, shop)
    const mine = await sessionOf(await here.visit(strict, email, own))
    const shownOn = { shown_on: mine.ssiWallet }
    const at = new Date(here.world.clock.now())
    await updateVerification(journeyTablesOf(here.world), mine.journeyId, shownOn, at)
    const state = await loadState(here.world, mine.journeyId)
    const detail = { names: [] }
    const review = { kind: 'review', review: 'document', detail } as never
    await applyOutcome(here.world, state, documentStep as never, review)
    const visit = await here.visit(strict, email, stolen, thief())
    expect(await stepOf(visit)).toMatchObject({ name: 'wallet-missing', face: false })
    expect(await stepOf(mine)).toMatchObject({ name: 'review', what: 'document' })
    const negative = { kind: 'negative', screen: 'not-eligible', reason: 'age.below', checks: [] } as never
    await applyOutcome(here.world, state, documentStep as never, negative)
    const failed = { name: 'failed', retry: 'start' }
    expect(await stepOf(visit)).toMatchObject({ ...failed, screen: 'unknown', reason: 'unknown' })
    expect(await stepOf(mine)).toMatchObject({ ...failed, screen: 'not-eligible', reason: 'age.below' })
  })

  test('does not see the notices for a wallet, which are shown on the device that lost the credentials', async () => {
    const shop = await here.place({ kind: 'KYC', checks: [] })
    const login = await here.visit(shop, 'wallet@example.com', own)
    await here.walks.identified(login)
    await here.walks.share(login)
    const byWallet = { login_kind: 'wallet' as const }
    const seen = async (visit: Visit) => {
      await updateSession(journeyTablesOf(here.world), visit.id, byWallet)
      return (await viewOf(here.world, visit)).notices?.map(({ kind }) => kind)
    }
    const faced = await showFace(await here.visit(shop, 'wallet@example.com', stolen, thief()))
    expect(await seen(faced)).toEqual(['device'])
    expect(await seen(await here.visit(shop, 'wallet@example.com', own, thief()))).toBeUndefined()
    expect(await seen(await here.visit(shop, 'wallet@example.com', own))).toEqual(['device'])
  })

  test('cannot move a MeID; a move proven only by a face is delayed, and the person can object once', async () => {
    const vote = await here.place({ kind: 'MeID' })
    const email = 'voter@example.com'
    const person = await verified(email, vote)
    const visit = await here.visit(vote, email, stolen, thief())
    expect(await stepOf(visit)).toMatchObject({ name: 'wallet-missing', face: true })
    await expect(requireDevice(here.world, visit, 'own')).rejects.toMatchObject(other)

    const faced = await showFace(visit)
    expect(await stepOf(faced)).toMatchObject({ name: 'consent', account: stolen })
    await here.agree(faced, stolen, true)
    expect(await here.isBound(vote, stolen)).toBe(false)
    expect(await stepOf(faced)).toMatchObject({ name: 'request', what: 'move', decides: ['cancel'] })
    // The grants are suspended while the move is delayed.
    expect(await here.isBound(vote, own)).toBe(false)
    expect(await here.isGrant(vote, own)).toBe(false)
    await expect(here.agree(faced, stolen, true)).rejects.toMatchObject(other)
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['device', 'move-asked'])

    const secret = await secretTo(email)
    await objectBySecret(here.world, { secret })
    await expect(objectBySecret(here.world, { secret })).rejects.toMatchObject({ code: 'objection.over' })
    here.world.clock.advance(23 * hour)
    await finishRequests(here.world)
    expect(await here.isBound(vote, stolen)).toBe(false)
    expect(await stepOf(faced)).toMatchObject({ name: 'request', objected: true, decides: [], face: true })
    for (const decision of ['continue', 'cancel'] as const)
      await expect(decideRequest(here.world, faced, { decision })).rejects.toMatchObject(refused)

    // The device that previously held the credential can make the decision.
    const back = await here.visit(vote, email, own)
    expect(await stepOf(back)).toMatchObject({ name: 'request', decides: ['cancel', 'continue'] })
    await decideRequest(here.world, back, { decision: 'cancel' })
    here.world.clock.advance(48 * hour)
    await finishRequests(here.world)
    expect(await here.isBound(vote, stolen)).toBe(false)
    expect(await here.isBound(vote, own)).toBe(true)
    expect(person.journeyId).toBe(back.journeyId)
  })

  test('can move a MeID with a face after a day if nobody objects; until then, the face does not count as a key', async () => {
    const vote = await here.place({ kind: 'MeID' })
    const email = 'moves@example.com'
    await verified(email, vote)
    const faced = await showFace(await here.visit(vote, email, stolen, thief()))
    // The device holds the key, but has obtained it only through the face.
    here.world.clock.advance(23 * hour)
    await here.agree(faced, stolen, true)
    here.world.clock.advance(23 * hour)
    await finishRequests(here.world)
    expect(await here.isBound(vote, stolen)).toBe(false)
    here.world.clock.advance(hour)
    await finishRequests(here.world)
    expect(await here.isBound(vote, stolen)).toBe(true)
    expect(await here.isBound(vote, own)).toBe(false)
    expect((await mailsTo(email)).at(-1)).toMatchObject({ kind: 'moved' })
  })

  test('the person can move a MeID immediately with the key, and is notified', async () => {
    const vote = await here.place({ kind: 'MeID' })
    const email = 'own-key@example.com'
    await verified(email, vote)
    const visit = await here.visit(vote, email, walletOf('c'))
    await here.agree(visit, walletOf('c'), true)
    expect(await here.isBound(vote, walletOf('c'))).toBe(true)
    expect(await mailsTo(email)).toMatchObject([{ kind: 'moved' }])
    const shop = await here.place({ kind: 'KYC', checks: [] })
    await verified('second@example.com', shop)
    await here.agree(await here.visit(shop, 'second@example.com', walletOf('d')), walletOf('d'))
    expect(await mailsTo('second@example.com')).toMatchObject([{ kind: 'account' }])
  })

  test('cannot erase the person at once with only a face; after an objection, the operator can cancel the erasure', async () => {
    const shop = await here.place({ kind: 'KYC', checks: [] })
    const email = 'erased@example.com'
    await verified(email, shop)
    const faced = await showFace(await here.visit(shop, email, stolen, thief()))
    await forgetPerson(here.world, faced)
    expect(await receiptOf(faced)).toBeUndefined()
    expect(await here.isGrant(shop, own)).toBe(false)
    // On the page, the login alone is enough to object.
    isFaceKnown = false
    const visit = await here.visit(shop, email, own, { device: 'a third' })
    expect(await stepOf(visit)).toMatchObject({ name: 'request', decides: ['object'], face: false })
    await decideRequest(here.world, visit, { decision: 'object' })
    isFaceKnown = true
    here.world.clock.advance(25 * hour)
    await finishRequests(here.world)
    expect(await receiptOf(faced)).toBeUndefined()
    const { journey } = await loadState(here.world, faced.journeyId)
    await decideRequestOf(here.world, { svcId: journey.svcId, decision: 'cancel' }, byCommandLine)
    expect(await here.isGrant(shop, own)).toBe(true)
    const [entry] = (await showAudit(here.world.kyc, { mchNo: undefined })).entries
    expect(entry).toMatchObject({
      action: 'people.request-decided',
      target: journey.svcId,
      actor: 'command-line',
    })
  })

  test('cannot hand off the document to a phone', async () => {
    const shop = await here.place({ kind: 'KYC', checks: [] })
    await verified('phone@example.com', shop)
    const strict = await here.place({ kind: 'KYC', checks: ['age'] })
    const visit = await here.visit(strict, 'phone@example.com', stolen, thief())
    expect(await stepOf(visit)).toMatchObject({ name: 'document' })
    expect((await viewOf(here.world, visit)).handsOff).toBe(false)
    await expect(offerHandOff(here.world, visit)).rejects.toMatchObject(other)
    // The person's own device can hand off every part, without a notice.
    const mine = await here.visit(strict, 'phone@example.com', own)
    const code = (await offerHandOff(here.world, mine)).url.split('#')[1] ?? ''
    const { session: phone } = await claimHandOff(here.world, { code })
    await answerHandOff(here.world, phone, { agrees: true })
    await confirmHandOff(here.world, mine, { matches: true })
    expect((await viewOf(here.world, phone)).step).toMatchObject({ name: 'document' })
    expect(await mailsTo('phone@example.com')).toEqual([])
  })

  test('cannot make the holder of another phone show a face or a document before the holder agrees', async () => {
    const shop = await here.place({ kind: 'KYC', checks: ['age'] })
    const thiefs = await here.visit(shop, 'lures@example.com', stolen, thief())
    const claim = async (visit: Visit) => {
      const code = (await offerHandOff(here.world, visit)).url.split('#')[1] ?? ''
      return (await claimHandOff(here.world, { code })).session
    }
    const lured = await claim(thiefs)
    await confirmHandOff(here.world, thiefs, { matches: true })
    // The phone shows the site, the login and what is about to happen, and starts nothing.
    const view = await viewOf(here.world, lured)
    expect(view).toMatchObject({ login: 'l…s@example.com', merchant: { name: 'Shop' } })
    expect(view.step).toMatchObject({ name: 'phone-confirm', agreed: false, asks: ['document', 'liveness'] })
    for (const part of ['both', 'face'] as const)
      await expect(requireDevice(here.world, lured, part)).rejects.toMatchObject(other)
    await answerHandOff(here.world, lured, { agrees: false })
    expect((await viewOf(here.world, lured)).step).toEqual({ name: 'phone-done', declined: true })
    await expect(requireDevice(here.world, lured, 'both')).rejects.toMatchObject(other)
    expect(await stepOf(thiefs)).toMatchObject({ name: 'document' })

    const willing = await claim(thiefs)
    await answerHandOff(here.world, willing, { agrees: true })
    await expect(requireDevice(here.world, willing, 'both'), 'not confirmed yet').rejects.toMatchObject(other)
    await confirmHandOff(here.world, thiefs, { matches: true })
    await requireDevice(here.world, willing, 'both')
    expect((await viewOf(here.world, willing)).step).toMatchObject({ name: 'document' })
  })

  test('shows only the face check on a phone, and hides even the login', async () => {
    const shop = await here.place({ kind: 'KYC', checks: [] })
    await verified('hides@example.com', shop)
    const elsewhere = await here.place({ kind: 'KYC', checks: [] })
    const visit = await here.visit(elsewhere, 'hides@example.com', stolen, thief())
    await reportLostDevice(here.world, visit)
    const current = await sessionOf(visit)
    const code = (await offerHandOff(here.world, current)).url.split('#')[1] ?? ''
    const { session: phone } = await claimHandOff(here.world, { code })
    const view = await viewOf(here.world, phone)
    expect(view.step).toMatchObject({ name: 'phone-confirm', asks: ['liveness'] })
    expect(view.login).toBeUndefined()
    await answerHandOff(here.world, phone, { agrees: true })
    await confirmHandOff(here.world, current, { matches: true })
    const shown = await viewOf(here.world, phone)
    expect([shown.step.name, shown.login]).toEqual(['liveness', undefined])
  })

  test('cannot read the document that the person shows on another device', async () => {
    const strict = await here.place({ kind: 'KYC', checks: ['age'] })
    const mine = await sessionOf(await here.visit(strict, 'reads@example.com', own))
    const fields = {
      ...{ surname: 'SECRET', givenNames: 'NAME', number: 'X1', nationality: 'FRA', issuingState: 'FRA' },
      ...{ birthDate: '1990-01-02', sex: 'M', expiryDate: '2031-01-02' },
    }
    const document = {
      ...{ kind: 'passport' as const, fields, lines: [], numberHash: '', evidenceHash: '00', refused: [] },
      ...{ reader: 'test', shownOn: mine.ssiWallet ?? '' },
    }
    const state = await loadState(here.world, mine.journeyId)
    await sealDraft(here.world, state, { document })(journeyTablesOf(here.world))
    const visit = await sessionOf(await here.visit(strict, 'reads@example.com', stolen, thief()))
    expect(JSON.stringify(await viewOf(here.world, visit))).not.toContain('SECRET')
    await confirmDocument(here.world, visit, {})
    expect((await loadState(here.world, mine.journeyId)).journey.status).toBe('Verification Started')
    expect(await stepOf(mine)).toMatchObject({ name: 'document-confirm', fields: { surname: 'SECRET' } })
  })
})
