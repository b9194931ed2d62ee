import type { Database } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { createProgram, type ProgramInput } from './create-program.ts'

let database: Database
let world: KycWorld
let mchNo: string
beforeAll(async () => {
  database = await openFreshStore()
  world = await createKycWorld(database)
  mchNo = (await createMerchantWithProgram(world)).mchNo
})
afterAll(() => database.close())

const make = (input: Partial<ProgramInput>) =>
  createProgram(world, { mchNo, name: 'P', kind: 'KYC', ...input })

test('creates an inactive program by default, with all checks of its kind and in cross-chain mode on the home chain', async () => {
  expect(await make({})).toMatchObject({
    programNo: expect.stringMatching(/^[0-9]{12}$/),
    checks: ['sanction', 'age', 'citizenship', 'location', 'unique'],
    mintMode: 'cross-chain',
    chainId: '137',
    theme: 'auto',
    allowedDomains: [],
    active: false,
  })
  expect(await make({ kind: 'MeID', checks: [] })).toMatchObject({ checks: ['unique'] })
})

test('stores domains as origins', async () => {
  const given = ['app.example.com', 'http://localhost:3000/', 'localhost:3000', '127.0.0.1:8081', '[::1]:80/']
  const { allowedDomains } = await make({ allowedDomains: [...given, 'localhost.example.com'] })
  expect(allowedDomains).toEqual([
    'https://app.example.com',
    'http://localhost:3000',
    'http://localhost:3000',
    'http://127.0.0.1:8081',
    'http://[::1]',
    'https://localhost.example.com',
  ])
})

test.each<[Partial<ProgramInput>, string]>([
  [{ kind: 'kyc' }, 'kind must be one of KYC, MeID, PoA, PoAI'],
  [{ name: '  ' }, 'name must have 1 to 100 characters'],
  [{ mchNo: 'M1' }, 'merchant is not known'],
  [{ checks: ['countryRegion'] }, 'checks for a KYC program must be among: sanction, age'],
  [{ kind: 'PoAI', checks: ['age'] }, 'checks for a PoAI program must be empty'],
  [{ chainId: '3' }, 'chain is not a supported chain ID'],
  [{ chainId: 'solana', mintMode: 'on-chain-mint' }, 'requires an EVM chain'],
  [{ kind: 'PoAI', chainId: '1' }, 'chain of a PoAI program must be 137 or 8453'],
  [{ mintMode: 'offline' }, 'mint mode must be one of'],
  [
    { mintMode: 'on-chain-transactional' },
    'mint mode of a KYC program must be cross-chain or on-chain-mint: on-chain-transactional sends a proof to a contract',
  ],
  [
    { kind: 'MeID', mintMode: 'on-chain-mint' },
    'mint mode of a MeID program must be cross-chain: the status list of a MeID has no',
  ],
  [
    { kind: 'PoA', mintMode: 'on-chain-mint' },
    'mint mode of a PoA program must be cross-chain: the status list of an address',
  ],
  [{ theme: 'pink' }, 'theme must be one of'],
  [{ rules: { minimumAge: 0 } }, 'minimum age must be'],
  [{ rules: { allowedCountries: ['FR'] } }, 'alpha-3'],
  [{ rules: { barredCountries: ['ABC'] } }, 'alpha-3'],
  [{ rules: { allowedCountries: ['FRA'], barredCountries: ['USA'] } }, 'either allowed or blocked'],
  [{ allowedDomains: ['https://example.com/path'] }, 'without a path'],
  [{ allowedDomains: ['::'] }, 'must be an origin'],
])('rejects %j: %s', async (input, message) => {
  await expect(make(input)).rejects.toThrow(message)
})
