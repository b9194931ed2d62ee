import { expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { walkTo } from '../../../../test/support/walk.ts'
import { showAudit } from '../audit/audit-log.ts'
import { tablesOf } from '../context.ts'
import { loadJourney } from '../journeys/find-journey.ts'
import { IllegalMoveError, moveJourney } from '../journeys/move-journey.ts'
import { startJourney } from '../journeys/start-journey.ts'
import { getKycResult } from '../results/kyc-result.ts'
import { showOverview } from '../results/show-overview.ts'
import { createProgram, type ProgramInput } from './create-program.ts'
import { selectProgramByNo } from './program-store.ts'
import { showHistory } from './show-history.ts'
import { type ProgramUpdate, updateProgram } from './update-program.ts'

onBothEngines('versions of a program', (suite) => {
  const begin = async (input: Partial<ProgramInput> = {}) => {
    const world = await createKycWorld(suite.database)
    const made = await createMerchantWithProgram(world, input)
    const { programNo } = made.program
    const change = (update: Omit<ProgramUpdate, 'programNo'>) =>
      updateProgram(world, { programNo, ...update })
    return { world, ...made, programNo, change }
  }
  const versionOf = async (world: KycWorld, journeyId: number) =>
    (await loadJourney(world, journeyId))?.program.version

  test('creates a version only if the requirements change', async () => {
    const { change, programNo, mchNo, world } = await begin({ checks: ['sanction'] })
    expect(await change({ name: 'Renamed', theme: 'dark' })).toMatchObject({ version: 1, name: 'Renamed' })
    expect(await change({ checks: ['sanction'], rules: {} })).toMatchObject({ version: 1 })
    await expect(change({ checks: ['sanction'], asNewVersion: true })).rejects.toThrow(
      'requirements are the same as in version 1',
    )
    const before = await showAudit(world, { mchNo })
    expect(await change({ name: 'Renamed', active: true })).toMatchObject({ version: 1 })
    expect(await showAudit(world, { mchNo })).toEqual(before)
    expect(await change({ checks: ['age', 'sanction'], rules: { minimumAge: 18 } })).toMatchObject({
      version: 2,
      checks: ['sanction', 'age'],
    })
    expect(await change({ rules: { barredCountries: ['PRK'] } })).toMatchObject({
      version: 3,
      rules: { minimumAge: 18, barredCountries: ['PRK'] },
    })
    expect(await change({ rules: { minimumAge: null } })).toMatchObject({
      version: 4,
      rules: { barredCountries: ['PRK'] },
    })
    const db = tablesOf(world)
    expect(await selectProgramByNo(db, programNo)).toMatchObject({ version: 4, theme: 'dark' })
    const { entries } = await showAudit(world, { mchNo })
    expect(entries.slice(0, 4).map(({ detail }) => detail)).toEqual([
      { version: '3 → 4', minimumAge: '18 → none' },
      { version: '2 → 3', barredCountries: 'none → PRK' },
      { version: '1 → 2', checks: 'sanction → sanction,age', minimumAge: 'none → 18' },
      { name: 'Test program → Renamed', theme: 'auto → dark' },
    ])
  })

  test('ignores the order of checks and countries', async () => {
    const barredCountries = ['PRK', 'IRN']
    const { change } = await begin({
      checks: ['sanction', 'age'],
      rules: { minimumAge: 18, barredCountries },
    })
    const again = { checks: ['age', 'sanction', 'age'], rules: { barredCountries: ['IRN', 'PRK'] } }
    expect(await change(again)).toMatchObject({ version: 1, rules: { barredCountries } })
    await expect(change({ ...again, asNewVersion: true })).rejects.toThrow('change at least one of them')
    expect(await change({ rules: { barredCountries: ['IRN'] }, asNewVersion: true })).toMatchObject({
      version: 2,
    })
  })

  test('keeps the version of journeys in progress and uses the newest version for new attempts', async () => {
    const { world, program, change } = await begin({ checks: ['sanction'] })
    const early = await walkTo(world, program, { login: 'early@example.com', to: 'OCR Passed' })
    const failing = await walkTo(world, program, { login: 'failing@example.com', to: 'OCR Passed' })
    const newest = await change({ checks: ['sanction', 'age'], mintMode: 'on-chain-mint' })
    const late = await walkTo(world, newest, { login: 'late@example.com', to: 'OCR Passed' })
    expect(await loadJourney(world, early.journeyId)).toMatchObject({
      program: { version: 1, checks: ['sanction'], mintMode: 'cross-chain' },
    })
    expect(await versionOf(world, late.journeyId)).toBe(2)

    // Only one of the two versions sends the result to the merchant's chain before the journey passes.
    const token = { chainId: '137', tokenId: '1' }
    for (const { journeyId } of [early, late]) {
      for (const to of ['Liveness Checked', 'ZKP Generated', 'SBT Minted'])
        await moveJourney(world, { journeyId, to, actor: 'test', token })
    }
    const pass = ({ journeyId }: { journeyId: number }) =>
      moveJourney(world, { journeyId, to: 'KYC Passed', actor: 'test' })
    expect(await pass(early)).toMatchObject({ status: 'KYC Passed' })
    await expect(pass(late)).rejects.toThrow(IllegalMoveError)

    const reasonCode = 'document.expired'
    const to = 'Verification Failed'
    await moveJourney(world, { journeyId: failing.journeyId, to, actor: 'test', reasonCode })
    expect(await versionOf(world, failing.journeyId)).toBe(1)
    await walkTo(world, newest, { login: 'failing@example.com', to: 'Verification Started' })
    expect(await versionOf(world, failing.journeyId)).toBe(2)
  })

  test('starts a journey with the version that the page showed', async () => {
    const { world, programNo, change } = await begin({ checks: ['sanction'] })
    await change({ checks: ['sanction', 'age'] })
    const input = { programNo, login: 'shown@example.com', ssiWallet: '0x1', actor: 'test' }
    const { journeyId } = await startJourney(world, { ...input, version: 1 })
    expect(await versionOf(world, journeyId)).toBe(1)
    // The journey keeps its version when it is resumed on another page.
    await startJourney(world, { ...input, version: 2 })
    expect(await versionOf(world, journeyId)).toBe(1)
  })

  test('reports a result with the requirements that applied to it', async () => {
    const { world, program, change } = await begin({ checks: ['sanction'] })
    const account = 'granted@example.com'
    await walkTo(world, program, { login: account, to: 'KYC Passed' })
    const newest = await change({ checks: ['age'], mintMode: 'on-chain-mint' })
    const result = await getKycResult(world, { program: newest, account, chainId: '137' })
    expect(result).toMatchObject({ kycStatus: 'KYC Passed', verifierValues: { sanction: true, age: null } })
    const unknown = await getKycResult(world, { program: newest, account: 'nobody', chainId: '137' })
    expect(unknown.verifierValues).toMatchObject({ sanction: null, age: false })
  })

  test('enforces the same requirements in all versions on one chain', async () => {
    const { change } = await begin({ checks: ['unique'], mintMode: 'on-chain-mint', chainId: '137' })
    const refused = 'its contract would delete all approvals'
    await expect(change({ checks: ['unique', 'age'] })).rejects.toThrow(refused)
    await expect(change({ rules: { minimumAge: 18 } })).rejects.toThrow(refused)
    expect(await change({ checks: ['unique', 'age'], chainId: '8453' })).toMatchObject({ version: 2 })
    expect(await change({ checks: ['age'], mintMode: 'cross-chain' })).toMatchObject({ version: 3 })
    await expect(change({ mintMode: 'on-chain-mint', chainId: '137' })).rejects.toThrow(refused)
    expect(await change({ checks: ['unique'], mintMode: 'on-chain-mint', chainId: '137' })).toMatchObject({
      version: 4,
    })
  })

  test('can deactivate a program that would be rejected today', async () => {
    const { world, programNo, change } = await begin({ kind: 'MeID' })
    const unfit = { mint_mode: 'on-chain-mint' as const }
    await tablesOf(world).updateTable('program').set(unfit).where('program_no', '=', programNo).execute()
    expect(await change({ active: false })).toMatchObject({ active: false, version: 1 })
    await expect(change({ chainId: '1' })).rejects.toThrow('mint mode of a MeID program must be cross-chain')
  })

  test('never overwrites requirements', async () => {
    const { world } = await begin()
    const change = tablesOf(world).updateTable('program_version').set({ checks: [] })
    await expect(change.execute()).rejects.toThrow('append-only')
  })

  test('lists each version with the number of people who use it, and all changes with their authors', async () => {
    const { world, program, programNo, mchNo, change } = await begin({ checks: ['sanction'] })
    await walkTo(world, program, { login: 'first@example.com', to: 'KYC Passed' })
    await walkTo(world, program, { login: 'second@example.com', to: 'OCR Passed' })
    const newest = await change({ rules: { minimumAge: 21 } })
    await walkTo(world, newest, { login: 'third@example.com', to: 'OCR Passed' })
    const history = await showHistory(world, { mchNo, programNo })
    expect(history.versions).toMatchObject([
      { version: 2, minimumAge: 21, people: 1, completed: 0 },
      { version: 1, minimumAge: null, people: 2, completed: 1 },
    ])
    expect(history.changes.map(({ action, actor }) => [action, actor])).toEqual([
      ['program.changed', 'server'],
      ['program.created', 'server'],
    ])
    const other = await createMerchantWithProgram(world)
    await expect(showHistory(world, { mchNo: other.mchNo, programNo })).rejects.toThrow('is not known')
  })

  test('counts people by the steps of the program version that applies to them', async () => {
    const { world, program, mchNo, change } = await begin({ checks: ['sanction'] })
    await walkTo(world, program, { login: 'old@example.com', to: 'KYC Passed' })
    const newest = await change({ mintMode: 'on-chain-mint' })
    await walkTo(world, newest, { login: 'new@example.com', to: 'OnChain Minted' })
    await createProgram(world, { mchNo, name: 'Another', kind: 'KYC', active: true })
    const { funnels } = await showOverview(world, { mchNo, days: 1 })
    const steps = funnels.find(({ programNo }) => programNo === program.programNo)?.steps ?? []
    const reached = Object.fromEntries(steps.map((step) => [step.status, step.reached]))
    expect(reached).toMatchObject({ 'SBT Minted': 2, 'OnChain Minted': 1, 'KYC Passed': 1 })
  })
})
