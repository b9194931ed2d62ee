import type { ChainMinter } from '@touchstone/chain'
import { byServer, openCase, selectMerchantById, showCase, tablesOf } from '@touchstone/kyc'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { selectReceiptOf } from '../journey/receipt-store.ts'
import { insertReview } from '../journey/review-store.ts'
import { updateVerification, writeFailure } from '../journey/verification-store.ts'
import type { TokenOnChain } from '../people/every-token.ts'
import { advance } from '../pipeline/advance.ts'
import { forgetPerson } from '../pipeline/person-requests.ts'
import { resumeAll } from '../pipeline/resume-all.ts'
import { retryJourney } from '../pipeline/retry-journey.ts'
import { decideReview } from '../review/decide-review.ts'
import { listReviews } from '../review/list-reviews.ts'
import { draftColumn, reviewDetailColumn } from '../sealed-columns.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../testing/walks.ts'
import { finishForgetting } from './forget-person.ts'
import { forgetJob } from './resume-forgetting.ts'

const investors = { kind: 'PoAI', checks: [], rules: {} } as const

onOneEngine('server', 'erasing a person', (suite) => {
  let world: SessionWorld
  let walks: Walks
  const burn = vi.fn(async (_: { tokenId: bigint }) => {})
  let onChains: TokenOnChain[] = []
  let sent: { name: string; receiptId?: string }[] = []
  beforeAll(async () => {
    const opened = await createSessionWorld(suite.database, {
      chains: {
        minter: async () => ({ burn }) as unknown as ChainMinter,
        mintedFor: async () => onChains,
      },
      checkers: {
        gallery: async () =>
          ({
            remove: async () => 0,
            retire: async () => ({ removed: 0, isKept: false }),
            expire: async () => 0,
          }) as never,
      },
    })
    const jobs = {
      send: async (name: string, data: object) => void sent.push({ name, ...data }),
    }
    world = { ...opened, jobs }
    walks = createWalks(world)
  })
  beforeEach(() => {
    burn.mockClear()
    onChains = []
    sent = []
  })

  const receiptOf = async ({ journeyId }: Visit) => {
    const { journey } = await loadState(world, journeyId)
    const receipt = await selectReceiptOf(journeyTablesOf(world), journey.personId)
    if (!receipt) throw new Error('there is no receipt')
    return receipt
  }
  const finish = async (visit: Visit) => finishForgetting(world, (await receiptOf(visit)).receiptId)
  const forgetJobs = () => sent.filter(({ name }) => name === forgetJob)

  test('ends a journey in progress permanently and records the reason', async () => {
    const visit = await walks.visit('half.way@example.com', investors)
    await walks.accredited(visit)
    await forgetPerson(world, visit)
    const { journey } = await loadState(world, visit.journeyId)
    expect(journey).toMatchObject({ status: 'PoAI Failed', reasonCode: 'journey.forgotten' })
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'forgotten', receipt: { complete: false } })
    await finish(visit)
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'forgotten', receipt: { complete: true } })
    await expect(retryJourney(world, visit)).rejects.toMatchObject({ code: 'step.other' })
    sent = []
    await resumeAll(world)
    await walks.settled()
    expect(forgetJobs()).toEqual([])
  })

  test('rejects a retry of a failed journey', async () => {
    const visit = await walks.visit('failed@example.com', investors)
    const failure = { screen: 'investor-statement', reason: 'statement.expired', retry: 'step' } as const
    const at = new Date(world.clock.now())
    const { attempt } = (await loadState(world, visit.journeyId)).journey
    await writeFailure(journeyTablesOf(world), {
      ...{ journeyId: visit.journeyId, attempt, failure, tries: 1, pausedUntil: null, at },
    })
    await forgetPerson(world, visit)
    await expect(retryJourney(world, visit)).rejects.toMatchObject({ code: 'step.other' })
  })

  test('burns a token that is still being minted and lists it on the receipt', async () => {
    const visit = await walks.visit('minting@example.com', investors)
    await walks.accredited(visit)
    await forgetPerson(world, visit)
    expect((await receiptOf(visit)).tokens).toEqual([])
    onChains = [{ chainId: '137', tokenId: '77' }]
    await finish(visit)
    expect(burn.mock.calls).toEqual([[{ tokenId: 77n }]])
    const { tokens, completedAt } = await receiptOf(visit)
    expect(tokens).toEqual([{ chainId: '137', tokenId: '77', burnt: true }])
    expect(completedAt).not.toBeNull()
    await finish(visit)
    expect(burn).toHaveBeenCalledOnce()
  })

  test('removes data that a step wrote while the erasure was running', async () => {
    const visit = await walks.visit('late@example.com', investors)
    await walks.accredited(visit)
    await forgetPerson(world, visit)
    await finish(visit)
    const late = world.vault.seal(
      JSON.stringify({ accreditation: { level: 1, until: 20_301_231 } }),
      draftColumn.at(visit.journeyId),
    )
    const at = new Date(world.clock.now())
    await updateVerification(journeyTablesOf(world), visit.journeyId, { draft_sealed: late }, at)
    onChains = [{ chainId: '137', tokenId: '78' }]
    sent = []
    await advance(world, visit.journeyId)
    const { receiptId } = await receiptOf(visit)
    expect(sent).toEqual([{ name: forgetJob, receiptId }])
    await finishForgetting(world, receiptId)
    expect((await loadState(world, visit.journeyId)).draft).toEqual({})
    expect((await receiptOf(visit)).tokens).toEqual([{ chainId: '137', tokenId: '78', burnt: true }])
  })

  test('closes an open review', async () => {
    const visit = await walks.visit('reviewed@example.com', investors)
    const { attempt } = (await loadState(world, visit.journeyId)).journey
    const at = new Date(world.clock.now())
    const detailSealed = world.vault.seal(
      JSON.stringify({ hits: [] }),
      reviewDetailColumn.at(visit.journeyId, attempt, 'sanction'),
    )
    await insertReview(journeyTablesOf(world), {
      ...{ journeyId: visit.journeyId, attempt, kind: 'sanction', detailSealed, at },
    })
    const [open] = await listReviews(world, { decided: false })
    const { program, journey } = await loadState(world, visit.journeyId)
    const { svcId } = journey
    const merchant = await selectMerchantById(tablesOf(world.kyc), program.merchantId)
    const of = { mchNo: merchant.mchNo, member: 'U000000000000001', by: byServer }
    const items = [{ kind: 'person', ref: svcId, label: svcId, svcId } as const]
    const number = await openCase(world.kyc, of, { title: 'A case', items })
    await forgetPerson(world, visit)
    expect((await showCase(world.kyc, { ...of, number })).items).toMatchObject([{ ref: null, label: '' }])
    expect(await listReviews(world, { decided: false })).toEqual([])
    expect(await listReviews(world, { decided: true })).toMatchObject([
      { id: open?.id, decision: '', decidedBy: 'forgotten' },
    ])
    await expect(
      decideReview(world, { id: open?.id ?? 0, decision: 'clear', by: 'j.doe' }),
    ).rejects.toMatchObject({ code: 'review.unknown' })
  })
})
