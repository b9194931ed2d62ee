import { finishForgetting, refreshSuspensions } from '@touchstone/verification'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { journeyTablesOf } from '../../packages/verification/src/context.ts'
import { selectReceiptOf } from '../../packages/verification/src/journey/receipt-store.ts'
import {
  decideRequest,
  finishRequests,
  forgetPerson,
} from '../../packages/verification/src/pipeline/person-requests.ts'
import { holdToEndings } from '../../packages/verification/src/revocation/hold-to-endings.ts'
import { moveToDevice } from '../../packages/verification/src/revocation/move-to-device.ts'
import { selectRegisteredPrograms } from '../../packages/verification/src/revocation/program-on-chain-store.ts'
import * as suspensions from '../../packages/verification/src/revocation/suspend-on-chains.ts'
import { selectSession } from '../../packages/verification/src/sessions/session-store.ts'
import type { Visit } from '../../packages/verification/src/testing/walks.ts'
import { type AccountWorld, type Place, walletOf } from '../support/account-world.ts'
import { type ChainWorld, createChainWorld, grantedOnChain } from '../support/chain-world.ts'
import { onOneEngine } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'

// A move or an erasure that was proven only by a face is pending. Until it is decided, contracts must not
// accept the person, regardless of the program, the wallet and the credential. If transactions are delayed,
// lost or reordered, nobody must stay suspended or be accepted because of that.

const hour = 3_600_000

onOneEngine('server', 'approvals on a chain while a request is pending', (suite) => {
  let on: ChainWorld
  let here: AccountWorld
  let bank: Place
  let club: Place
  const jobs: { name: string; personId: number }[] = []

  beforeAll(async () => {
    const send = async (name: string, data: object) =>
      void jobs.push({ name, ...(data as { personId: number }) })
    on = await createChainWorld(suite.database, { jobs: { send } })
    here = on.here
    bank = await here.place(grantedOnChain)
    club = await here.place(grantedOnChain)
    for (const at of [bank, club]) await on.register(at)
  })
  afterAll(() => on?.chain.stop())
  beforeEach(() => void jobs.splice(0))

  let people = 0
  /** A person whose account passes at the bank by a grant, and who has moved to a device by showing the face. */
  async function personWithFace(): Promise<{ faced: Visit; account: string; credential: bigint }> {
    const email = `waits${++people}@example.com`
    const account = walletOf('123456789abc'[people] ?? 'd')
    await on.verified(bank, email, account)
    const visit = await here.visit(bank, email, account, { device: `new device of ${email}` })
    const { ssiWallet, commitment } = visit
    const { personId } = await on.journeyOf(visit)
    const device = { ssiWallet: ssiWallet ?? '', commitment: commitment ?? '' }
    const move = await moveToDevice(here.world, personId, device, bank.program.merchantId)
    const db = journeyTablesOf(here.world)
    await db
      .transaction()
      .execute(async (own) => holdToEndings(here.world, own, { personId, ...(await move(own)) }))
    await on.finishAll()
    const faced = { ...(await selectSession(db, visit.id)), journeyId: visit.journeyId }
    return { faced, account, credential: await on.credentialIdOf(faced) }
  }

  /** Runs the requested jobs of suspensions, as the server does. */
  async function runJobs(): Promise<void> {
    const asked = jobs.splice(0).filter(({ name }) => name === 'suspension')
    for (const job of asked) await suspensions.applySuspension(here.world, job)
  }
  async function pass(ms: number): Promise<void> {
    here.world.clock.advance(ms)
    await on.chain.travelTo(here.world.clock.now())
  }
  const until = (expected: boolean, at: Place, account: string) =>
    waitUntil(
      async () => (await on.passes(at, account)) === expected,
      10_000,
      `verify() to be ${expected} for ${account}`,
    )

  test('are not valid, by grant or by proof, at any merchant, until the request is cancelled', async () => {
    const { faced, account, credential } = await personWithFace()
    await on.approve(on.wallet(0), club, credential)
    const prepared = await on.prove(on.wallet(1), bank, credential)
    expect([await on.passes(bank, account), await on.passes(club, on.wallet(0))]).toEqual([true, true])

    await forgetPerson(here.world, faced)
    await runJobs()
    await until(false, bank, account)
    await until(false, club, on.wallet(0))
    // Neither a proof that was made before the request nor a new one is accepted, from any wallet.
    await expect(on.chain.send(prepared)).rejects.toThrow('CredentialSuspended')
    await expect(on.approve(on.wallet(2), bank, credential)).rejects.toThrow('CredentialSuspended')
    // A credential that is issued in the meantime is suspended, too.
    const later = await on.renewed(faced)
    expect(later).not.toBe(credential)
    await runJobs()
    await waitUntil(
      async () =>
        (await on.approve(on.wallet(3), bank, later).catch((error) => error.message)) ===
        'CredentialSuspended',
      10_000,
      'the later credential to be suspended',
    )
    // So is a credential at a program that is registered later.
    const late = await on.secondProgramOf(club)
    await on.register(late)
    await runJobs()
    await waitUntil(
      async () =>
        (await on.approve(on.wallet(3), late, later).catch((error) => error.message)) ===
        'CredentialSuspended',
      10_000,
      'the credential to be suspended at the later program',
    )

    await decideRequest(here.world, faced, { decision: 'cancel' })
    await runJobs()
    await until(true, bank, account)
    await until(true, club, on.wallet(0))
    await waitUntil(
      async () => (await on.approve(on.wallet(3), bank, later).catch(() => 'refused')) === undefined,
      10_000,
      'the proof to be accepted',
    )
    expect(await on.passes(bank, on.wallet(3))).toBe(true)
  })

  test('do not become valid between the end of the waiting time and the erasure', async () => {
    const { faced, account, credential } = await personWithFace()
    await on.approve(on.wallet(4), club, credential)
    await forgetPerson(here.world, faced)
    await runJobs()
    await until(false, bank, account)
    await until(false, club, on.wallet(4))
    await pass(25 * hour)
    await finishRequests(here.world)
    const { personId } = await on.journeyOf(faced)
    await refreshSuspensions(here.world)
    await runJobs()
    await on.chain.settled()
    expect([await on.passes(bank, account), await on.passes(club, on.wallet(4))]).toEqual([false, false])
    const receipt = await selectReceiptOf(journeyTablesOf(here.world), personId)
    await finishForgetting(here.world, receipt?.receiptId ?? '')
    // Long after the suspension, the revocations are in force.
    await pass(10 * 24 * hour)
    expect([await on.passes(bank, account), await on.passes(club, on.wallet(4))]).toEqual([false, false])
    await expect(on.approve(on.wallet(5), club, credential)).rejects.toThrow('CredentialRevoked')
  })

  test('are valid again after a MeID was moved', async () => {
    const email = 'moves@example.com'
    const [own, next] = [walletOf('d'), walletOf('e')]
    const person = await on.verified(bank, email, own)
    const vote = await here.place({ kind: 'MeID' })
    const voter = await here.visit(vote, email, own)
    await here.walks.alive(voter)
    await here.walks.share(voter)
    // The device has held the key for less than a day, so it counts only as proven by a face.
    const { personId } = await on.journeyOf(person)
    const session = await here.visit(vote, email, next, { device: 'new device' })
    const device = { ssiWallet: session.ssiWallet ?? '', commitment: session.commitment ?? '' }
    const move = await moveToDevice(here.world, personId, device, vote.program.merchantId)
    const db = journeyTablesOf(here.world)
    await db
      .transaction()
      .execute(async (own) => holdToEndings(here.world, own, { personId, ...(await move(own)) }))
    await on.finishAll()
    const faced = { ...(await selectSession(db, session.id)), journeyId: session.journeyId }
    await here.agree(faced, next, true)
    await runJobs()
    await until(false, bank, own)
    await pass(25 * hour)
    await finishRequests(here.world)
    await runJobs()
    await until(true, bank, own)
    expect(await here.isBound(vote, next)).toBe(true)
  })

  test('are suspended although the job was lost and the node was unavailable', async () => {
    const { faced, account } = await personWithFace()
    await forgetPerson(here.world, faced)
    // The process ended before the job was stored.
    jobs.splice(0)
    on.chain.line.isCut = true
    await refreshSuspensions(here.world)
    // The job does not wait for the node, which would delay other people's jobs.
    await runJobs()
    expect(await on.passes(bank, account)).toBe(true)
    on.chain.line.isCut = false
    await until(false, bank, account)
    // The end of the suspension is decided while the node is unavailable, and follows later.
    on.chain.line.isCut = true
    await decideRequest(here.world, faced, { decision: 'cancel' })
    jobs.splice(0)
    await refreshSuspensions(here.world)
    await runJobs()
    on.chain.line.isCut = false
    await until(true, bank, account)
  })

  test('are suspended once, whenever the job is interrupted', async () => {
    const { faced, account } = await personWithFace()
    const { personId } = await on.journeyOf(faced)
    await forgetPerson(here.world, faced)
    jobs.splice(0)
    const before = await on.chain.countJobs('suspend')
    // The process is killed before or after each of its calls to the journal.
    for (const [survived, isAfter] of [
      [0, false],
      [0, true],
      [1, false],
      [1, true],
      [2, true],
    ] as const)
      await expect(
        suspensions.applySuspension(dyingAfter(survived, isAfter), { personId }),
        `after ${survived} calls`,
      ).rejects.toThrow('killed')
    await Promise.all([1, 2, 3].map(() => suspensions.applySuspension(here.world, { personId })))
    await until(false, bank, account)
    const once = (await on.chain.countJobs('suspend')) - before
    await refreshSuspensions(here.world)
    await runJobs()
    expect((await on.chain.countJobs('suspend')) - before).toBe(once)
    // One token, and one credential in each program on the chain.
    const programs = await selectRegisteredPrograms(journeyTablesOf(here.world))
    expect(once).toBe(1 + programs.length)
    await decideRequest(here.world, faced, { decision: 'cancel' })
    await runJobs()
    await until(true, bank, account)
  })

  /** A world whose process is killed after some requests to the journal, before or after the next one. */
  function dyingAfter(survived: number, isAfter: boolean): AccountWorld['world'] {
    let calls = 0
    const minter: typeof here.world.chains.minter = async (chainId) => {
      const real = await here.world.chains.minter(chainId)
      return {
        ...real,
        async requestSuspension(...call) {
          calls += 1
          if (calls > survived && !isAfter) throw new Error('killed')
          const requested = await real.requestSuspension(...call)
          if (calls > survived) throw new Error('killed')
          return requested
        },
      }
    }
    return { ...here.world, chains: { ...here.world.chains, minter } }
  }

  test('stay suspended after an objection, and are valid again if the service never ends the suspension', async () => {
    const { faced, account } = await personWithFace()
    await forgetPerson(here.world, faced)
    await runJobs()
    await until(false, bank, account)
    await decideRequest(here.world, faced, { decision: 'object' })
    // The service extends the suspension until the request is decided.
    for (let halfDays = 0; halfDays < 12; halfDays++) {
      await pass(12 * hour)
      expect(await on.passes(bank, account), `half-day ${halfDays}`).toBe(false)
      await finishRequests(here.world)
      await refreshSuspensions(here.world)
      await runJobs()
      await on.chain.settled()
    }
    // The transactions that would extend or end the suspension are lost. It ends by itself.
    await pass(73 * hour)
    expect(await on.passes(bank, account)).toBe(true)
  })

  test('cannot be suspended and resumed over and over at the operator’s expense', async () => {
    const { faced, account } = await personWithFace()
    for (let asked = 0; asked < 3; asked++) {
      await forgetPerson(here.world, faced)
      await decideRequest(here.world, faced, { decision: 'cancel' })
    }
    await expect(forgetPerson(here.world, faced)).rejects.toMatchObject({ code: 'request.too-many' })
    await runJobs()
    await until(true, bank, account)
    await pass(25 * hour)
    // By now, the device has held the key for a day, so the erasure needs no waiting time.
    await forgetPerson(here.world, faced)
    expect(
      await selectReceiptOf(journeyTablesOf(here.world), (await on.journeyOf(faced)).personId),
    ).toBeDefined()
  })
})
