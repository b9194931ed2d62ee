import { type ProgramKind, programKinds } from '@touchstone/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { runs } from '../../../../test/support/test-all.ts'
import { walkTo } from '../../../../test/support/walk.ts'
import { tablesOf } from '../context.ts'
import { IllegalMoveError, moveJourney } from './move-journey.ts'
import { rebuildRollups } from './rollup-store.ts'
import { startJourney } from './start-journey.ts'
import { movesFrom, statusesOf } from './statuses.ts'

onBothEngines('journeys', (suite) => {
  const begin = async (kind: ProgramKind = 'KYC') => {
    const world = await createKycWorld(suite.database)
    return { world, ...(await createMerchantWithProgram(world, { kind })) }
  }
  const journalOf = async (world: KycWorld, journeyId: number) =>
    await tablesOf(world)
      .selectFrom('journal')
      .select(['seq', 'attempt', 'from_status as from', 'to_status as to'])
      .where('journey_id', '=', journeyId)
      .orderBy('seq')
      .execute()

  test.each(programKinds)(
    '%s: completes every step, and the status equals the status in the last journal row',
    async (kind) => {
      const { world, program } = await begin(kind)
      const statuses = statusesOf(program)
      const { journeyId } = await walkTo(world, program, {
        login: `walker-${kind}@example.com`,
        to: statuses.passed,
      })
      const journal = await journalOf(world, journeyId)
      expect(journal.map((entry) => entry.to)).toEqual(statuses.steps)
      expect(journal.map((entry) => entry.from)).toEqual([null, ...statuses.steps.slice(0, -1)])
      const journey = await tablesOf(world)
        .selectFrom('journey')
        .select(['status', 'seq'])
        .where('id', '=', journeyId)
        .executeTakeFirstOrThrow()
      expect(journey).toEqual({ status: statuses.passed, seq: statuses.steps.length })
    },
  )

  test('rejects every illegal move and writes nothing', async () => {
    const { world, program } = await begin()
    const statuses = statusesOf(program)
    const { journeyId } = await walkTo(world, program, { login: 'illegal@example.com', to: 'OCR Passed' })
    const before = await journalOf(world, journeyId)
    const legal = movesFrom(statuses, 'OCR Passed')
    for (const to of [...statuses.steps, statuses.failed, 'Not Started', '']) {
      if (legal.includes(to)) continue
      const token = { chainId: '137', tokenId: '1' }
      await expect(moveJourney(world, { journeyId, to, actor: 'test', token })).rejects.toThrow(
        IllegalMoveError,
      )
    }
    expect(await journalOf(world, journeyId)).toEqual(before)
  })

  test('restarts a failed journey as the next attempt, without the verdicts of the failed attempt', async () => {
    const { world, program } = await begin()
    const login = 'again@example.com'
    const { journeyId } = await walkTo(world, program, { login, to: 'SBT Minted' })
    await moveJourney(world, {
      journeyId,
      to: 'Verification Failed',
      actor: 'test',
      reasonCode: 'face.mismatch',
    })
    const again = await walkTo(world, program, { login, to: 'Verification Started' })
    expect(again.journeyId).toBe(journeyId)
    expect((await journalOf(world, journeyId)).at(-1)).toMatchObject({
      attempt: 2,
      from: 'Verification Failed',
      to: 'Verification Started',
    })
    const row = await tablesOf(world)
      .selectFrom('journey')
      .select(['sbt_minted_at', 'attempt'])
      .where('id', '=', journeyId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ sbt_minted_at: null, attempt: 2 })
  })

  test('resumes a journey in progress instead of starting over', async () => {
    const { world, program } = await begin()
    const login = 'twice@example.com'
    const first = await walkTo(world, program, { login, to: 'Liveness Checked' })
    const input = {
      programNo: program.programNo,
      login: login.toUpperCase(),
      ssiWallet: '0x',
      actor: 'x',
    }
    expect(await startJourney(world, input)).toMatchObject({
      journeyId: first.journeyId,
      svcId: first.svcId,
      status: 'Liveness Checked',
      resumed: true,
    })
  })

  test('requires a reason for a failure and a token for a minted step', async () => {
    const { world, program } = await begin()
    const { journeyId } = await walkTo(world, program, { login: 'reason@example.com', to: 'ZKP Generated' })
    await expect(moveJourney(world, { journeyId, to: 'Verification Failed', actor: 'x' })).rejects.toThrow(
      'reason',
    )
    await expect(moveJourney(world, { journeyId, to: 'SBT Minted', actor: 'x' })).rejects.toThrow('token')
  })

  test('does not start a journey in an inactive program', async () => {
    const world = await createKycWorld(suite.database)
    const { program } = await createMerchantWithProgram(world, { active: false })
    await expect(walkTo(world, program, { login: 'off@example.com', to: 'OCR Passed' })).rejects.toThrow(
      'not active',
    )
  })

  test('prevents changes to the journal, including truncation', async () => {
    const { world, program } = await begin()
    await walkTo(world, program, { login: 'journal@example.com', to: 'OCR Passed' })
    const db = tablesOf(world)
    await expect(sql`update journal set actor = 'someone else'`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from journal`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`truncate journal`.execute(db)).rejects.toThrow('append-only')
  })

  test('performs a move only once even if it is requested concurrently', async () => {
    const { world, program } = await begin()
    const { journeyId } = await walkTo(world, program, { login: 'race@example.com', to: 'OCR Passed' })
    const racing = Array.from({ length: 8 }, () =>
      moveJourney(world, { journeyId, to: 'Liveness Checked', actor: 'x' }),
    )
    const outcomes = await Promise.allSettled(racing)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await journalOf(world, journeyId)).toHaveLength(3)
  })

  test('encrypts logins and identifiers', async () => {
    const { world, program } = await begin()
    const accounts = [{ kind: 'other' as const, value: 'very-secret-customer' }]
    await walkTo(world, program, { login: 'plainly.visible@example.com', accounts, to: 'OCR Passed' })
    const { rows } = await sql<{ row: string }>`
      select person::text || account::text as row from person
      join journey on journey.person_id = person.id
      join journey_account account on account.journey_id = journey.id
    `.execute(tablesOf(world))
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const all = rows.map(({ row }) => row).join()
    for (const secret of ['plainly.visible', 'very-secret-customer']) {
      expect(all).not.toContain(secret)
      expect(all).not.toContain(hex(secret))
    }
  })

  test('keeps the rollups equal to a recount of the journal after random actions', async () => {
    const world: KycWorld = { ...(await createKycWorld(suite.database)), bucketCapacity: 3 }
    const kyc = await createMerchantWithProgram(world)
    const meid = await createMerchantWithProgram(world, { kind: 'MeID' })
    const programs = [kyc.program, meid.program]
    const step = fc.record({
      program: fc.integer({ min: 0, max: 1 }),
      person: fc.integer({ min: 0, max: 7 }),
      fails: fc.boolean(),
      hours: fc.integer({ min: 0, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        for (const { program: which, person, fails, hours } of steps) {
          world.clock.advance(hours * 3_600_000)
          const program = programs[which] ?? kyc.program
          const statuses = statusesOf(program)
          const { journeyId, status, resumed } = await startJourney(world, {
            programNo: program.programNo,
            login: `p${person}@example.com`,
            ssiWallet: '0x',
            actor: 'test',
          })
          if (!resumed) continue
          const [forward, failed] = movesFrom(statuses, status)
          const to = fails ? failed : forward
          if (to === undefined) continue
          const token = { chainId: '137', tokenId: '1' }
          await moveJourney(world, { journeyId, to, actor: 'test', reasonCode: 'test', token })
        }
        const kept = await rollups(world)
        await tablesOf(world)
          .transaction()
          .execute((db) => rebuildRollups(db, 3))
        const recounted = await rollups(world)
        expect({ ...kept, buckets: undefined }).toEqual({ ...recounted, buckets: undefined })
        expect(sizes(kept.buckets)).toBe(sizes(recounted.buckets))
      }),
      { numRuns: runs(6) },
    )
  })
})

async function rollups(world: KycWorld) {
  const read = async (query: string) => (await world.database.run(query)).rows
  return {
    people: await read('select * from merchant_person order by 1, 2'),
    days: await read('select * from merchant_day order by 1, 2'),
    verdicts: await read('select id, verdicts from journey order by 1'),
    programs: await read('select program_id, users, last_activity_at from program_total order by 1'),
    buckets: (await read('select program_id, sum(size)::int as size from user_bucket group by 1')) as {
      size: number
    }[],
  }
}

function sizes(buckets: { size: number }[]): number {
  return buckets.reduce((sum, { size }) => sum + size, 0)
}
