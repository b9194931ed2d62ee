import { listUsers, selectProgramByNo, showUser, startJourney, tablesOf } from '@touchstone/kyc'
import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { createKycWorld, createMerchantWithProgram, type KycWorld } from '../support/kyc-world.ts'

// The attacker can write to the database but does not have the secret. To make a merchant confuse two people,
// the attacker swaps encrypted values, such as logins, between rows. Decrypting a moved value must fail, and
// the error must not contain personal data.

const [ann, bob] = ['ann@example.com', 'bob@example.com']

onBothEngines('moved values', (suite) => {
  let world: KycWorld
  let programNo: string
  const people: string[] = []

  beforeAll(async () => {
    world = await createKycWorld(suite.database)
    programNo = (await createMerchantWithProgram(world)).program.programNo
    for (const [number, login] of [ann, bob].entries()) {
      const account = { kind: 'wallet' as const, chainId: '137', value: `0x${String(number + 1).repeat(40)}` }
      const ssiWallet = `0x${String(number + 5).repeat(40)}`
      const journey = { programNo, login, ssiWallet, agreement: { account }, actor: 'user' }
      people.push((await startJourney(world, journey)).svcId)
    }
  })

  const listed = async () => {
    const program = await selectProgramByNo(tablesOf(world), programNo)
    if (!program) throw new Error('missing program')
    return await listUsers(world, { program, page: 1 })
  }

  const refused = async (work: () => Promise<unknown>, column: string) => {
    const error = await work().then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    )
    expect(error?.name).toBe('SealError')
    expect(error?.message).toContain(column)
    for (const name of [ann, bob, 'example.com', ...people])
      expect(String(error?.message)).not.toContain(name)
  }

  const swap = (table: string, column: string, key: string) =>
    suite.database.run(
      `update ${table} a set ${column} = b.${column} from ${table} b where a.${key} <> b.${key}`,
    )

  test('rejects two logins that were swapped', async () => {
    expect((await listed()).users.map(({ svcAccount }) => svcAccount).sort()).toEqual([ann, bob])
    await swap('person', 'login_sealed', 'svc_id')
    await refused(listed, 'person.login_sealed')
    await refused(() => showUser(world, { user: ann, reveal: true }), 'person.login_sealed')
    await swap('person', 'login_sealed', 'svc_id')
    expect((await listed()).total).toBe(2)
  })

  test('rejects a value that was copied from another table', async () => {
    await suite.database.run(
      `update person set login_sealed = journey_account.sealed from journey_account join journey
      on journey.id = journey_account.journey_id
      where journey.person_id = person.id and journey_account.kind = 'login'`,
    )
    await refused(listed, 'person.login_sealed')
  })
})
