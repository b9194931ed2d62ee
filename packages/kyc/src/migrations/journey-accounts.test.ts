import { type Database, migrate } from '@touchstone/storage'
import { expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { foundation } from './0001-foundation.ts'
import { kycMigrations } from './index.ts'

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00Z`

/** A merchant with a KYC program (1), an on-chain one (2), two of MeID (3, 4), and two people. */
async function layOldRows(database: Database): Promise<void> {
  const run = (text: string, values: unknown[] = []) => database.run(text, values)
  await run(
    `insert into merchant (mch_no, name, plan, created_at) values ('M' || repeat('1', 31), 'Bank', 'standard', now())`,
  )
  for (const [index, [kind, mode]] of (
    [
      ['KYC', 'cross-chain'],
      ['KYC', 'on-chain-mint'],
      ['MeID', 'cross-chain'],
      ['MeID', 'cross-chain'],
    ] as const
  ).entries())
    await run(
      `insert into program (merchant_id, program_no, name, kind, checks, rules, mint_mode, chain_id, theme,
        allowed_domains, active, created_at)
      values (1, lpad($1, 12, '0'), 'Program', $2, '{}', '{}', $3, '137', 'auto', '{}', true, now())`,
      [String(index + 1), kind, mode],
    )
  for (const person of ['ada', 'bob'])
    await run(
      `insert into person (svc_id, login_fingerprint, login_sealed, ssi_wallet, created_at)
       values ($1::text, convert_to($1::text, 'UTF8'), '', '0x', now())`,
      [person],
    )
  const account = (person: number, kind: string, value: string, at: number) =>
    run(
      `insert into account (merchant_id, fingerprint, person_id, kind, chain_id, sealed, created_at)
      values (1, convert_to($1, 'UTF8'), $2, $3::text, case when $3 = 'wallet' then '137' else '' end, 'sealed', $4)`,
      [value, person, kind, day(at)],
    )
  await account(1, 'login', 'ada-login', 1)
  await account(1, 'wallet', 'ada-first', 2)
  await account(1, 'wallet', 'ada-second', 3)
  await account(1, 'email', 'ada-mail', 4)
  await account(2, 'wallet', 'bob-wallet', 5)
  for (const [program, person] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
    [1, 2],
  ])
    await run(
      `insert into journey (program_id, person_id, svc_id, ssi_wallet, seq, attempt, status, activity_at, verdicts, bucket)
      values ($1, $2, 'someone', '0x', 1, 1, 'KYC Passed', now(), '{}', 1)`,
      [program, person],
    )
  await run('insert into result_grant (journey_id, granted_at) values (1, $1), (2, $1), (3, $1), (4, $1)', [
    day(10),
  ])
  await run('update result_grant set revoked_at = $1 where journey_id = 2', [day(11)])
}

onBothEngines('accounts that were of a person', (suite) => {
  test('are those of each of the person’s journeys, with what was granted then; of MeID the first one', async () => {
    const { database } = suite
    await migrate({ database, migrations: { '0001-kyc-foundation': foundation } })
    await layOldRows(database)
    await migrate({ database, migrations: kycMigrations })

    const { rows } = await database.run(`
      select journey_id as journey, convert_from(fingerprint, 'UTF8') as account, kind, chain_id as chain,
        on_chain_at is not null as "onChain", granted_at is not null as granted, revoked_at is not null as ended
      from journey_account order by journey_id, agreed_at`)
    const of = (number: number) =>
      (rows as { journey: number; account: string; granted: boolean; ended: boolean; onChain: boolean }[])
        .filter(({ journey }) => Number(journey) === number)
        .map(({ account, granted, ended, onChain }) =>
          [account, granted && 'granted', ended && 'ended', onChain && 'on chain'].filter(Boolean).join(', '),
        )
    expect(of(1)).toEqual(['ada-login', 'ada-first, granted', 'ada-second, granted', 'ada-mail, granted'])
    const ended = 'granted, ended, on chain'
    expect(of(2)).toEqual(['ada-login', `ada-first, ${ended}`, `ada-second, ${ended}`, `ada-mail, ${ended}`])
    for (const meid of [3, 4])
      expect(of(meid)).toEqual(['ada-login', 'ada-first, granted', 'ada-second, ended', 'ada-mail, ended'])
    expect(of(5), 'nothing was granted').toEqual(['bob-wallet'])

    const events = await database.run(`
      select convert_from(fingerprint, 'UTF8') as account, event, actor, reason_code as reason
      from account_event join journey_account on journey_account.id = account_id
      where account_event.journey_id in (3, 5) order by agreed_at, account_event.id`)
    const what = (account: string, ...all: string[]) => all.map((each) => `${account}: ${each}`)
    const told = (
      events.rows as { account: string; event: string; actor: string; reason: string | null }[]
    ).map(
      ({ account, event, actor, reason }) => `${account}: ${event} by ${actor}${reason ? `, ${reason}` : ''}`,
    )
    const both = ['agreed by user', 'granted by user']
    expect(told).toEqual([
      ...what('ada-first', ...both),
      ...what('ada-second', ...both, 'ended by server, meid.one-account'),
      ...what('ada-mail', ...both, 'ended by server, meid.one-account'),
      ...what('bob-wallet', 'agreed by user'),
    ])

    const underWay = await database.run(`
      select journey.id, convert_from(fingerprint, 'UTF8') as account from journey
      join journey_account on journey_account.id = account_id and journey_id = journey.id order by journey.id`)
    // Before, tokens went to the wallet that was named last.
    expect(underWay.rows.map((row) => (row as { account: string }).account)).toEqual([
      ...Array(4).fill('ada-second'),
      'bob-wallet',
    ])
    const old = await database.run(
      `select to_regclass('account') as account, to_regclass('result_grant') as grants`,
    )
    expect(old.rows).toEqual([{ account: null, grants: null }])
    const programs = await database.run(
      'select distinct wallet_proof as proof, meid_rebind_days as days from program',
    )
    expect(programs.rows).toEqual([{ proof: 'when-asked', days: 30 }])
    const versions = await database.run(`
      select number, program_version.mint_mode as mode, count(journey.id)::int as journeys from program_version
      left join journey on journey.program_id = program_version.program_id and journey.version = number
      group by program_version.program_id, number, mode order by program_version.program_id`)
    expect(versions.rows).toEqual([
      { number: 1, mode: 'cross-chain', journeys: 2 },
      { number: 1, mode: 'on-chain-mint', journeys: 1 },
      { number: 1, mode: 'cross-chain', journeys: 1 },
      { number: 1, mode: 'cross-chain', journeys: 1 },
    ])
  })
})
