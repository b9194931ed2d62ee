import { createMerchant, createProgram, type Program, statusesOf } from '@touchstone/kyc'
import { submitLocation } from '@touchstone/verification'
import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../test/support/engines.ts'
import { createSessionWorld, type SessionWorld } from '../../verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../verification/src/testing/walks.ts'
import { recordDemoFindings } from './demo-findings.ts'
import { type DemoWalk, planDemo } from './demo-plan.ts'
import { walkDemo } from './walk-demo.ts'

const rules = { minimumAge: 18, barredCountries: ['PRK', 'IRN'] }
const origin = 'https://shop.example'

onOneEngine('server', 'demo users', (suite) => {
  let world: SessionWorld
  let walks: Walks
  let mchNo: string
  let programs: Program[]
  let planned: DemoWalk[]
  beforeAll(async () => {
    const noHit = { hits: [], policy: 'test@1', screenedAgainst: [{ list: 'demo-list', version: '1' }] }
    const screening = { refresh: async () => {}, screen: async () => noHit }
    const minter = { requestMint: async () => ({ mintId: '1', job: { status: 'queued' } }) }
    world = await createSessionWorld(suite.database, {
      checkers: { screening: async () => screening as never },
      chains: { minter: async () => minter as never },
    })
    walks = createWalks(world)
    mchNo = (await createMerchant(world.kyc, { name: 'Harbour' })).merchant.mchNo
    programs = []
    for (const program of [
      { kind: 'KYC', name: 'Account opening', rules },
      { kind: 'MeID', name: 'One person, one vote' },
      { kind: 'PoA', name: 'Proof of address' },
      { kind: 'PoAI', name: 'Private offering' },
    ] as const)
      programs.push(
        await createProgram(world.kyc, { ...program, mchNo, active: true, allowedDomains: [origin] }),
      )
    planned = planDemo({ programs, seed: mchNo, now: world.clock.now() })
    let tokens = 0
    const minted = async () => ({ chainId: '137', tokenId: String(++tokens) })
    await walkDemo(world.kyc, planned, { ask: async () => {}, minted }, () => {})
    await recordDemoFindings(world, planned)
    // Runs the setup twice, as happens after an interrupted start.
    await recordDemoFindings(world, planned)
  })

  /** Logs in as the last planned user of a program whose journey ended in a given status. */
  async function visitAt(program: Program | undefined, status: string): Promise<Visit> {
    const endOf = ({ moves }: DemoWalk) => moves.at(-1)?.to ?? 'Verification Started'
    const walk = planned.findLast((each) => each.program === program && endOf(each) === status)
    if (!walk || !program) throw new Error(`no planned user has the status ${status}`)
    const accounts = [walk.account.value ?? '']
    return await walks.visit(
      walk.login,
      {},
      {
        ...{ at: { mchNo, program }, accounts, lv: program.kind === 'MeID' ? 2 : 1 },
      },
    )
  }

  const stepAt = async (program: Program | undefined, status: string) =>
    (await walks.stepOf(await visitAt(program, status))).name

  test('shows users the screen for their status in a program that requires a document', async () => {
    const [kyc] = programs
    const steps: Record<string, string> = {}
    for (const status of [...statusesOf(kyc as Program).steps, 'Verification Failed'])
      steps[status] = await stepAt(kyc, status)
    expect(steps).toEqual({
      'Verification Started': 'document',
      'OCR Passed': 'liveness',
      'Liveness Checked': 'location',
      // The credential was issued to another device.
      'ZKP Generated': 'wallet-missing',
      'SBT Minted': 'wallet-missing',
      'KYC Passed': 'done',
      'Verification Failed': 'document',
    })
  })

  test('lets users continue on the device where they logged in, with a screening and a credential based on their document', async () => {
    const visit = await visitAt(programs[0], 'Liveness Checked')
    await submitLocation(world, visit, { latitude: 48.86, longitude: 2.35, accuracy: 20 })
    await walks.settled()
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'prove' })
  })

  test('shows users the screen for their status in all other programs', async () => {
    const [, ...others] = programs
    for (const program of others) {
      const { passed } = statusesOf(program)
      expect(await stepAt(program, passed), program.name).toBe('done')
    }
    for (const program of others)
      for (const status of statusesOf(program).steps.slice(1, -1))
        expect(await stepAt(program, status), `${program.name}: ${status}`).toBe('wallet-missing')
  })

  test('lets users reuse their credential in another program of the merchant, for the same account', async () => {
    const other = await createProgram(world.kyc, {
      ...{ kind: 'KYC', name: 'Second account', mchNo, active: true, allowedDomains: [origin], rules },
    })
    const walk = planned.find(
      ({ program, moves }) => program === programs[0] && moves.at(-1)?.to === 'KYC Passed',
    )
    const accounts = [walk?.account.value ?? '']
    const visit = await walks.visit(walk?.login ?? '', {}, { at: { mchNo, program: other }, accounts, lv: 1 })
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'consent', reused: true })
  })
})
