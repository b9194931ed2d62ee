import type { PeoplePage } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { walkTo } from '../../../../test/support/walk.ts'
import { byCommandLine as by, selectAudit } from '../audit/audit-store.ts'
import { tablesOf } from '../context.ts'
import { csvCell } from '../csv.ts'
import type { AccountInput } from '../journeys/account.ts'
import { startJourney } from '../journeys/start-journey.ts'
import { withdrawConsent } from '../journeys/withdraw-consent.ts'
import { createProgram } from '../programs/create-program.ts'
import { exportPeople } from './export-people.ts'
import { selectPersonAt } from './person-view-store.ts'
import { searchPeople } from './search-people.ts'
import { showPerson } from './show-person.ts'

const day = 86_400_000
const none = () => null

onBothEngines('the people of a merchant', (suite) => {
  let world: KycWorld
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })

  let wallets = 0
  const wallet = (): AccountInput & { kind: 'wallet' } => ({
    ...{ kind: 'wallet', chainId: '137' },
    value: `0x${(++wallets).toString(16).padStart(40, '0')}`,
  })
  const start = (programNo: string, login: string, ssiWallet = `0x${'5'.repeat(40)}`) =>
    startJourney(world, { programNo, login, ssiWallet, actor: 'user' })
  const all = async (search: Omit<Parameters<typeof searchPeople>[1], 'after'>) => {
    const pages: PeoplePage[] = []
    for (let after: string | undefined; ; ) {
      const page = await searchPeople(world, { ...search, ...(after !== undefined && { after }) })
      pages.push(page)
      if (page.next === null) return pages
      after = page.next
    }
  }

  test('lists each person once, newest first, even if journeys move while pages are read', async () => {
    const { mchNo, program } = await createMerchantWithProgram(world)
    const second = await createProgram(world, { mchNo, name: 'Address', kind: 'PoA', active: true })
    const expected: string[] = []
    for (let person = 0; person < 120; person++) {
      // Several people have the same activity time.
      if (person % 7 === 0) world.clock.advance(1000)
      const { programNo } = person % 3 === 0 ? second : program
      expected.unshift((await start(programNo, `${mchNo}-${person}@example.com`)).svcId)
    }
    const pages = await all({ mchNo })
    expect(pages.map(({ people }) => people.length)).toEqual([50, 50, 20])
    expect(pages.map(({ total }) => total)).toEqual([120, 120, 120])
    const listed = pages.flatMap(({ people }) => people.map(({ svcId }) => svcId))
    expect(new Set(listed)).toEqual(new Set(expected))
    const times = pages.flatMap(({ people }) => people.map(({ activityAt }) => activityAt))
    expect(times).toEqual(times.toSorted().toReversed())
    const ofOne = await all({ mchNo, programNo: second.programNo })
    expect(ofOne.flatMap(({ people }) => people)).toHaveLength(40)
    expect(ofOne[0]?.total).toBe(40)
  })

  test('filters by program, status and day, and marks results that have ended', async () => {
    const { mchNo, merchantId, program } = await createMerchantWithProgram(world)
    const other = await createMerchantWithProgram(world)
    const shared = wallet()
    const passed = await walkTo(world, program, {
      ...{ login: `passed@${mchNo}.example.com`, accounts: [shared], to: 'KYC Passed' },
    })
    const before = new Date(world.clock.now()).toISOString().slice(0, 10)
    world.clock.advance(3 * day)
    await start(program.programNo, `started@${mchNo}.example.com`)
    await start(other.program.programNo, `elsewhere@${mchNo}.example.com`)
    const search = async (filters: object) =>
      (await searchPeople(world, { mchNo, ...filters })).people.map(({ status, svcId }) => [status, svcId])
    expect(await search({ status: 'KYC Passed' })).toEqual([['KYC Passed', passed.svcId]])
    expect(await search({ to: before })).toEqual([['KYC Passed', passed.svcId]])
    expect(await search({ from: before, to: before, status: 'OCR Passed' })).toEqual([])
    expect((await search({ from: before })).map(([status]) => status)).toEqual([
      'Verification Started',
      'KYC Passed',
    ])
    const [person] = (await searchPeople(world, { mchNo, status: 'KYC Passed' })).people
    expect(person).toMatchObject({
      wallet: shared.value,
      ended: false,
      programName: 'Test program',
      reason: null,
    })
    await expect(search({ programNo: other.program.programNo })).rejects.toThrow(
      'program number is not known',
    )
    await expect(search({ from: '2026-02-30' })).rejects.toThrow('from must be a day')
    await expect(search({ after: 'x' })).rejects.toThrow('after is not a valid page cursor')
    const known = await selectPersonAt(tablesOf(world), { mchNo, svcId: passed.svcId })
    await withdrawConsent(world, { personId: known?.personId ?? 0, merchantId, actor: 'user' })
    const [ended] = (await searchPeople(world, { mchNo, status: 'KYC Passed' })).people
    expect(ended).toMatchObject({ svcId: passed.svcId, wallet: null, ended: true })
    expect((await searchPeople(world, { mchNo })).total).toBe(2)
  })

  test('finds people by complete account, number or wallet, and only those of the merchant', async () => {
    const { mchNo, program } = await createMerchantWithProgram(world)
    const other = await createMerchantWithProgram(world)
    const login = `Found@${mchNo}.example.com`
    const shared = wallet()
    const { svcId } = await walkTo(world, program, { login, accounts: [shared], to: 'KYC Passed' })
    const ssiWallet = `0x${'aB'.repeat(20)}`
    const second = await start(program.programNo, `other@${mchNo}.example.com`, ssiWallet)
    const found = async (find: string, of = mchNo, more = {}) =>
      (await searchPeople(world, { mchNo: of, find, ...more })).people.map((person) => person.svcId)
    expect(await found(login.toUpperCase())).toEqual([svcId])
    expect(await found(`  ${shared.value.toUpperCase().replace('0X', '0x')} `)).toEqual([svcId])
    expect(await found(svcId)).toEqual([svcId])
    expect(await found(ssiWallet.toLowerCase())).toEqual([second.svcId])
    for (const nothing of ['found', login.slice(1), '%', '\0', "' or 1=1 --", svcId.slice(0, 10)])
      expect(await found(nothing)).toEqual([])
    for (const own of [login, shared.value, svcId, ssiWallet])
      expect(await found(own, other.mchNo)).toEqual([])
    expect(await found(svcId, mchNo, { status: 'OCR Passed' })).toEqual([])
    expect((await searchPeople(world, { mchNo, find: svcId })).total).toBeNull()
  })

  test('exports a file without spreadsheet formulas and logs the export', async () => {
    const { mchNo, merchantId } = await createMerchantWithProgram(world)
    const name = '=HYPERLINK("https://example.com")'
    const program = await createProgram(world, { mchNo, name, kind: 'KYC', active: true })
    const { svcId } = await start(program.programNo, `exported@${mchNo}.example.com`)
    const read = async (filters: object) => {
      let text = ''
      for await (const piece of await exportPeople(world, { mchNo, ...filters }, by)) text += piece
      return text
    }
    const [head, line, end] = (await read({})).split('\r\n')
    expect(head).toBe(
      'svcId,programNo,programName,kind,status,reason,activityAt,completedAt,wallet,ended,test',
    )
    expect(line).toContain(`${svcId},${program.programNo},"'=HYPERLINK(""https://example.com"")",KYC,`)
    expect(end).toBe('')
    expect((await read({ status: 'KYC Passed' })).split('\r\n')).toHaveLength(2)
    await expect(read({ programNo: '000000000000' })).rejects.toThrow('is not known')
    const [newest] = await selectAudit(tablesOf(world), { merchantId, limit: 5 })
    expect(newest).toMatchObject({
      action: 'people.exported',
      target: mchNo,
      detail: { status: 'KYC Passed' },
    })
    expect(['=1', '+1', '-1', '@x', '\tx', 'x=1', 'a"b', ''].map(csvCell)).toEqual([
      ...["'=1", "'+1", "'-1", "'@x", "'\tx", 'x=1', '"a""b"', ''],
    ])
  })

  test("shows a person's journeys and wallets without identifying data", async () => {
    const { mchNo, program } = await createMerchantWithProgram(world)
    const other = await createMerchantWithProgram(world)
    const login = `shown@${mchNo}.example.com`
    const [shared, elsewhere] = [wallet(), wallet()]
    const accounts: AccountInput[] = [shared, { kind: 'other', value: 'Customer 7' }]
    const { svcId } = await walkTo(world, program, { login, accounts, to: 'KYC Passed' })
    await walkTo(world, other.program, { login, accounts: [elsewhere], to: 'OCR Passed' })
    const shown = await showPerson(world, { mchNo, svcId }, (chainId, address) => `${chainId}/${address}`)
    expect(shown.journeys).toHaveLength(1)
    expect(shown.journeys[0]).toMatchObject({
      ...{ programNo: program.programNo, status: 'KYC Passed', attempt: 1, endedAt: null },
      journal: expect.arrayContaining([
        expect.objectContaining({ to: 'OCR Passed', from: 'Verification Started' }),
      ]),
      checks: expect.arrayContaining([
        expect.objectContaining({ check: 'age', passed: true, checker: 'test@1' }),
      ]),
      tokens: [{ chainId: '137', chain: 'Polygon', tokenId: '7', explorer: `137/${shown.ssiWallet}` }],
    })
    expect(shown.journeys[0]?.accounts.map(({ kind, address }) => [kind, address])).toEqual([
      ['login', null],
      ['wallet', shared.value],
      ['other', null],
    ])
    const text = JSON.stringify(shown)
    for (const secret of [login, elsewhere.value, 'Customer 7', 'example.com'])
      expect(text).not.toContain(secret)
    const third = await createMerchantWithProgram(world)
    for (const of of [
      { mchNo: third.mchNo, svcId },
      { mchNo, svcId: 'nobody' },
    ])
      await expect(showPerson(world, of, none)).rejects.toMatchObject({ code: 'person.unknown' })
  })
})
