import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, silentLogger } from '@touchstone/common'
import {
  createAccessService,
  createStatisticsCache,
  getKycResult,
  listUsers,
  selectProgramByNo,
  tablesOf,
} from '@touchstone/kyc'
import {
  addWatch,
  explainRiskScore,
  getAddressLabels,
  getAddressOverview,
  getRiskScore,
  investigateTransactions,
  listWatches,
  openKytReader,
} from '@touchstone/kyt'
import {
  type CommandName,
  commands,
  type InputOf,
  type OutputOf,
  openRuntime,
  type Runtime,
  readSettings,
} from '@touchstone/runtime'
import { createAccountWorld, walletOf } from './account-world.ts'

// Fills a store with every kind of data and reads the data back. For each release, `npm run dump-store`
// writes such a store to `test/stores`. Later versions must be able to open it and to read the same data.

/** The values that a later version needs to read the store. */
export type StoreKeys = {
  readonly now: number
  readonly mchNo: string
  readonly apiKey: string
  readonly programNo: string
  readonly accessToken: string
  readonly webhookSecret: string
}

/** The master secret of the test worlds. */
export const releasedSecret = 'a master secret for tests, 32 characters and more'
const writtenAt = Date.UTC(2026, 10, 15, 12)

const account = walletOf('a')
const [payer, thief, receiver] = [walletOf('1'), walletOf('2'), walletOf('3')]
const txHash = (digit: string) => `0x${digit.repeat(64)}`

const files = {
  'transfers.csv': [
    'coin,tx_hash,position,block,timestamp,from,to,amount',
    `ETH,${txHash('1')},0,100,1793491200,${payer},${receiver},1.5`,
    `ETH,${txHash('2')},0,101,1793577600,${thief},${receiver},2.25`,
    `ETH,${txHash('3')},0,102,1793664000,${receiver},${payer},0.75`,
  ],
  'labels.csv': [
    'network,address,entity,label,category,incident,source,confidence',
    `ETH,${thief},Mallory,Wallet,theft,The big one,test,90`,
  ],
  'prices.csv': [
    'coin,date,usd',
    ...['2026-11-01', '2026-11-02', '2026-11-03'].map((date) => `ETH,${date},3000`),
  ],
  'people.csv': ['name,birth_date', 'Marguerite Vandersteen,1961-04-05'],
}

/** Opens a store on a server or in a data folder, with the master secret and the time of a released store. */
export async function openReleased(
  store: { databaseUrl: string } | { dataFolder: string },
  now = writtenAt,
): Promise<{ runtime: Runtime; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-released-'))
  const where =
    'dataFolder' in store
      ? { TOUCHSTONE_DATA: store.dataFolder }
      : { TOUCHSTONE_DATA: folder, DATABASE_URL: store.databaseUrl }
  const settings = readSettings({ folder, env: { ...where, TOUCHSTONE_SECRET: releasedSecret } })
  const runtime = await openRuntime({ settings, clock: createManualClock(now), logger: silentLogger })
  return {
    runtime,
    async close() {
      await runtime.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function run<Name extends CommandName>(
  runtime: Runtime,
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const command = commands[name] as (...args: unknown[]) => Promise<OutputOf<Name>>
  return command(runtime, input, () => {}, new AbortController().signal)
}

/** Writes merchants, people in several states, a ledger, a list, a watch and API keys to the store. */
export async function fillStore(runtime: Runtime): Promise<StoreKeys> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-fill-'))
  const path = (name: keyof typeof files) => {
    const file = join(folder, name)
    writeFileSync(file, `${files[name].join('\n')}\n`)
    return file
  }
  try {
    const { mchNo, apiKey } = await run(runtime, 'merchant create', { name: 'Released merchant' })
    await run(runtime, 'member add', { mchNo, email: 'officer@example.com', role: 'owner' })
    await run(runtime, 'import prices', { files: [path('prices.csv')] })
    await run(runtime, 'import labels', { files: [path('labels.csv')] })
    await run(runtime, 'import transfers', { files: [path('transfers.csv')] })
    await run(runtime, 'list import', { files: [path('people.csv')], format: 'plain-csv', list: 'own' })
    const { secret: webhookSecret } = await run(runtime, 'webhook secret', { mchNo, graceSeconds: 0 })
    const reader = openKytReader(runtime.kyt)
    await addWatch(runtime.kyt, reader, { merchant: mchNo, coin: 'ETH', address: receiver })
    const program = await run(runtime, 'program create', {
      ...{ mchNo, name: 'Onboarding', kind: 'KYC', checks: [], chainId: '137', active: true },
      allowedDomains: ['https://shop.example'],
    })
    const now = await addPeople(runtime, { mchNo, programNo: program.programNo })
    const accessToken = await runtime.verification.tokenService.issue({ appId: mchNo, mode: 'email' })
    return { now, mchNo, apiKey, programNo: program.programNo, accessToken, webhookSecret }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Adds a person who has shared a result, a person who is identified but has not created a proof yet, and a
 * person who has only logged in. Returns the time after the last step.
 */
async function addPeople(
  { database, kyc }: Runtime,
  { mchNo, programNo }: { mchNo: string; programNo: string },
) {
  const program = await selectProgramByNo(tablesOf(kyc), programNo)
  if (program === undefined) throw new Error('the program was not stored')
  const { world, walks, visit } = await createAccountWorld(database, { isMigrated: true })
  const place = { mchNo, program }
  const shared = await visit(place, 'shared@example.com', account)
  await walks.identified(shared)
  await walks.share(shared)
  await walks.identified(await visit(place, 'identified@example.com', walletOf('b')))
  await visit(place, 'started@example.com', walletOf('c'))
  await walks.settled()
  return world.clock.now()
}

/** Returns the content of the store as JSON, as reported by the services and commands. */
export async function readStore(runtime: Runtime, keys: StoreKeys): Promise<unknown> {
  const { kyc, kyt, verification, issuer } = runtime
  const { mchNo, apiKey, programNo, accessToken } = keys
  const access = await createAccessService(kyc).identify(mchNo, apiKey)
  const program = access.programs.find((each) => each.programNo === programNo)
  if (program === undefined) throw new Error('the program is missing')
  const reader = openKytReader(kyt)
  const query = { coin: 'ETH', address: receiver }
  const read = {
    statistics: await createStatisticsCache(kyc).statisticsOf(access.merchant.id),
    users: await listUsers(kyc, { program, page: 1 }),
    result: await getKycResult(kyc, { program, account, chainId: '137' }),
    person: await run(runtime, 'user show', { user: account, reveal: true }),
    programs: await run(runtime, 'program list', { mchNo }),
    members: await run(runtime, 'member list', { mchNo }),
    keys: await run(runtime, 'key list', { mchNo }),
    token: await verification.tokenService.verify(accessToken),
    issuerKeys: await issuer.acceptedKeys(),
    lists: await run(runtime, 'list show', {}),
    watches: await listWatches(kyt, { merchant: mchNo }),
    score: await getRiskScore(reader, query),
    explanation: await explainRiskScore(reader, query),
    overview: await getAddressOverview(reader, query),
    labels: await getAddressLabels(reader, { coin: 'ETH', address: thief }),
    transfers: await investigateTransactions(reader, { ...query, page: 1 }),
  }
  return JSON.parse(JSON.stringify(read, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}
