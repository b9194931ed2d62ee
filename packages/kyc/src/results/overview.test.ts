import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { createCallCounter } from '../calls/call-counter.ts'
import { moveJourney } from '../journeys/move-journey.ts'
import { startJourney } from '../journeys/start-journey.ts'
import { createProgram } from '../programs/create-program.ts'
import { showOverview } from './show-overview.ts'

const day = 86_400_000

onBothEngines('the overview of a merchant', (suite) => {
  let world: KycWorld
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })

  let people = 0
  const start = (programNo: string, login = `person${++people}@example.com`) =>
    startJourney(world, { programNo, login, ssiWallet: `0x${'0'.repeat(40)}`, actor: 'user' })
  const move = (journeyId: number, to: string, reasonCode?: string) =>
    moveJourney(world, {
      ...{ journeyId, to, actor: 'server', ...(reasonCode && { reasonCode }) },
      ...(to === 'SBT Minted' && { token: { chainId: '137', tokenId: String(journeyId) } }),
    })
  const pass = async (journeyId: number) => {
    for (const to of ['OCR Passed', 'Liveness Checked', 'ZKP Generated', 'SBT Minted', 'KYC Passed'])
      await move(journeyId, to)
  }

  test('shows the steps reached, the reasons for failures, and durations', async () => {
    const { mchNo, program } = await createMerchantWithProgram(world)
    const address = await createProgram(world, { mchNo, name: 'Address', kind: 'PoA', active: true })
    const other = await createMerchantWithProgram(world)
    const { programNo } = program
    await pass((await start(programNo)).journeyId)
    world.clock.advance(40 * day)
    for (const seconds of [60, 120, 600]) {
      const { journeyId } = await start(programNo)
      world.clock.advance(seconds * 1000)
      await pass(journeyId)
    }
    await move((await start(programNo)).journeyId, 'OCR Passed')
    const failing = await start(programNo, 'failing@example.com')
    await move(failing.journeyId, 'OCR Passed')
    await move(failing.journeyId, 'Verification Failed', 'liveness.replay')
    await move((await start(programNo)).journeyId, 'Verification Failed', 'document.expired')
    await start(address.programNo)
    await pass((await start(other.program.programNo)).journeyId)

    const shown = await showOverview(world, { mchNo, days: 30 })
    expect(shown.days).toHaveLength(30)
    expect(shown.days.at(-1)).toEqual({
      ...{ day: '2026-12-25', started: 6, verified: 3, calls: 0, errors: 0, limited: 0 },
    })
    expect(shown.totals).toEqual({ started: 7, verified: 4, meids: 0 })
    expect(shown.duration).toEqual({ people: 3, medianSeconds: 120, ninetyPercentSeconds: 600 })
    // Each program has its own funnel, those with the most people first.
    expect(shown.funnels.map((funnel) => [funnel.programNo, funnel.kind])).toEqual([
      [programNo, 'KYC'],
      [address.programNo, 'PoA'],
    ])
    const stepsOf = (overview: typeof shown, of: string) =>
      overview.funnels.find((funnel) => funnel.programNo === of)?.steps ?? []
    expect(stepsOf(shown, address.programNo)[0]).toMatchObject({ reached: 1, waiting: 1 })
    expect(stepsOf(shown, programNo).filter(({ reached }) => reached > 0)).toEqual([
      {
        ...{ status: 'Verification Started', reached: 6, waiting: 0 },
        failed: [{ reason: 'document.expired', people: 1 }],
      },
      {
        ...{ status: 'OCR Passed', reached: 5, waiting: 1 },
        failed: [{ reason: 'liveness.replay', people: 1 }],
      },
      { status: 'Liveness Checked', reached: 3, waiting: 0, failed: [] },
      { status: 'ZKP Generated', reached: 3, waiting: 0, failed: [] },
      { status: 'SBT Minted', reached: 3, waiting: 0, failed: [] },
      { status: 'KYC Passed', reached: 3, waiting: 0, failed: [] },
    ])
    // A new attempt replaces the failed one and has its own start time.
    world.clock.advance(day)
    await start(programNo, 'failing@example.com')
    const [first, second] = stepsOf(await showOverview(world, { mchNo, days: 7 }), programNo)
    expect([first?.reached, first?.waiting, second?.failed]).toEqual([6, 1, []])
    expect((await showOverview(world, { mchNo, days: 90 })).duration.people).toBe(4)
  })

  test('returns an empty overview for a new merchant and rejects an unknown merchant', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const shown = await showOverview(world, { mchNo, days: 7 })
    expect(shown.duration).toEqual({ people: 0, medianSeconds: null, ninetyPercentSeconds: null })
    expect(shown.days).toHaveLength(7)
    expect(shown.funnels).toEqual([])
    await expect(showOverview(world, { mchNo: 'M0', days: 7 })).rejects.toThrow('is not known')
  })

  test('adds up the calls on all nodes, even after a store failure', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const nodes = [createCallCounter(world), createCallCounter(world), createCallCounter(world)]
    for (const node of nodes) {
      node.count(mchNo, 'answered')
      node.count(mchNo, 'error')
      node.count('M-unknown', 'answered')
    }
    await Promise.all(nodes.map((node) => node.flush()))
    const [node] = nodes
    node?.count(mchNo, 'limited')
    const broken = new Proxy(world.database, {
      get: (target, name, receiver) => {
        if (name === 'tables') throw new Error('no store')
        return Reflect.get(target, name, receiver)
      },
    })
    const cut = createCallCounter({ ...world, database: broken })
    cut.count(mchNo, 'answered')
    await expect(cut.flush()).rejects.toThrow('no store')
    await expect(cut.flush(), 'keeps pending counts').rejects.toThrow('no store')
    await node?.flush()
    await node?.flush()
    const last = (await showOverview(world, { mchNo, days: 7 })).days.at(-1)
    expect(last).toMatchObject({ calls: 7, errors: 3, limited: 1 })
    world.clock.advance(day)
    node?.count(mchNo, 'answered')
    await node?.flush()
    const days = (await showOverview(world, { mchNo, days: 7 })).days.slice(-2)
    expect(days.map(({ calls }) => calls)).toEqual([7, 1])
  })
})
