import { Readable } from 'node:stream'
import type { ProgramKind } from '@touchstone/contract'
import {
  addApiKey,
  byServer,
  createAccessService,
  createMerchant,
  createProgram,
  type KycContext,
  type Merchant,
  type Program,
  type ProgramInput,
  selectDemoMerchant,
  selectProgramsOf,
  tablesOf,
} from '@touchstone/kyc'
import type { KytReader } from '@touchstone/kyt'
import type { Runtime } from '@touchstone/runtime'
import { importList } from '@touchstone/screening'
import { withStoreLock } from '@touchstone/storage'
import { journeyTablesOf, upsertProvider } from '@touchstone/verification'
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts'
import { recordDemoFindings } from './demo-findings.ts'
import { type DemoWalk, isKycOnChain, planDemo } from './demo-plan.ts'
import { createDemoTokens } from './demo-tokens.ts'
import { ensureDemoLedger } from './ensure-demo-ledger.ts'
import { ensureDemoTransfers } from './ensure-demo-transfers.ts'
import { walkDemo } from './walk-demo.ts'

/** A sanctions list of fictional people. */
const listed = `id,name,aliases,birth_date,nationality,program
demo-1,Maximilian Schattenfeld,Max Schattenfeld,1971-03-14,DE,DEMO
demo-2,Oksana Tinova,,1984-11-02,UA,DEMO
demo-3,Ibrahim al-Mithali,Ebrahim Almithali,1968,IQ,DEMO
`

/**
 * Sets up the external sources that demo journeys require: a sanctions list and a provider of investor data.
 */
async function ensureDemoSources(runtime: Runtime, url: string): Promise<void> {
  await importList(runtime.screening, {
    list: 'demo-list',
    format: 'plain-csv',
    version: '1',
    stream: Readable.from([Buffer.from(listed)]),
  })
  await upsertProvider(
    journeyTablesOf(runtime),
    {
      id: 'demo',
      name: 'Demo data provider',
      description: 'Provides data about fictional people, for testing.',
      issuer: `${url}/demo-provider`,
      startUrl: `${url}/demo-provider`,
      jwksUrl: `${url}/demo-provider/jwks.json`,
    },
    new Date(runtime.clock.now()),
  )
}

export type Demo = {
  file: DemoFile
  merchant: Merchant
  programs: Program[]
  /** Whether this start created the demo's merchant. */
  isNew: boolean
  /** One user of the KYC program for each status, for sample queries. */
  examples: { status: string; account: string }[]
}

const rules = { minimumAge: 18, barredCountries: ['PRK', 'IRN'] }

/**
 * The first program is the default for requests that do not specify a program. It accepts accounts of any
 * kind.
 */
const demoPrograms: Omit<ProgramInput, 'mchNo'>[] = [
  { kind: 'KYC', name: 'Account opening', chainId: '137', rules, colourFree: true },
  { kind: 'MeID', name: 'One person, one vote' },
  { kind: 'PoA', name: 'Proof of address' },
  { kind: 'PoAI', name: 'Private offering', chainId: '8453' },
  {
    kind: 'KYC',
    name: 'Exchange members',
    mintMode: 'on-chain-mint',
    // A wallet signature is not required, because visitors type an account into the demo page and have no
    // wallet to sign with.
    walletProof: 'when-asked',
    chainId: '137',
    rules,
  },
]

/** Creates the missing parts of the demo: the merchant, its programs and its users. Idempotent. */
export async function ensureDemo(
  runtime: Runtime,
  options: {
    /** The URL of the service, and the URLs of the surfaces that the demo file lists. */
    url: string
    urls: { base: string; openapi: string; auth: string }
    /** Scores the counterparties of the customers' transfers. */
    reader: KytReader
    onProgress: (what: string, done: number, total: number) => void
  },
): Promise<Demo> {
  return await withStoreLock(runtime.database, 'demo', async () => {
    const { kyc, settings } = runtime
    const { merchant, apiKey: firstKey } = await ensureMerchant(kyc)
    const programs = await ensurePrograms(kyc, merchant)
    const apiKey = firstKey ?? (await ensureKey(kyc, merchant, readDemoFile(settings.dataFolder).apiKey))
    const numberOf = (kind: ProgramKind) => programs.find((program) => program.kind === kind)?.programNo ?? ''
    const { urls } = options
    const file: DemoFile = {
      baseUrl: urls.base,
      openapiUrl: urls.openapi,
      authUrl: urls.auth,
      frameUrl: runtime.verification.publicUrl(),
      apiKey,
      mchNo: merchant.mchNo,
      programNo: numberOf('KYC'),
      onChainProgramNo: programs.find(isKycOnChain)?.programNo ?? '',
      poaProgramNo: numberOf('PoA'),
      poaiProgramNo: numberOf('PoAI'),
      meidProgramNo: numberOf('MeID'),
      addresses: [],
    }
    await ensureDemoSources(runtime, options.url)
    if (runtime.ledger.place !== 'absent') {
      const addresses = await ensureDemoLedger(runtime.kyt, (done, total) =>
        options.onProgress('filling the ledger', Math.round(done), total),
      )
      file.addresses = [...addresses]
    }
    writeDemoFile(settings.dataFolder, file)

    // The plan depends only on the merchant, so every start produces the same plan.
    const walks = planDemo({ programs, seed: merchant.mchNo, now: merchant.createdAt.getTime() })
    await walkDemo(kyc, walks, createDemoTokens(runtime, merchant.mchNo), (done, total) =>
      options.onProgress('creating the demo users', done, total),
    )
    await recordDemoFindings(runtime.verification, walks)
    const examples = examplesOf(walks, file.programNo)
    if (runtime.ledger.place !== 'absent') {
      const { mchNo, createdAt } = merchant
      // The first customers are verified, and one has not finished the verification.
      const statuses = ['KYC Passed', 'Verification Started', 'Verification Failed']
      const accounts = statuses.flatMap((status) =>
        examples.flatMap((example) => (example.status === status ? [example.account] : [])),
      )
      await ensureDemoTransfers(runtime.kyt, options.reader, { mchNo, createdAt, accounts })
    }
    return {
      file,
      merchant,
      programs,
      isNew: firstKey !== undefined,
      examples,
    }
  })
}

async function ensureMerchant(kyc: KycContext): Promise<{ merchant: Merchant; apiKey?: string }> {
  const existing = await selectDemoMerchant(tablesOf(kyc))
  if (existing) return { merchant: existing }
  return await createMerchant(kyc, { name: 'Harbour Exchange (demo)', demo: true })
}

/** Returns the demo's own programs. Programs that visitors created have no demo users. */
async function ensurePrograms(kyc: KycContext, merchant: Merchant): Promise<Program[]> {
  const existing = await selectProgramsOf(tablesOf(kyc), merchant.id)
  const own = new Set<Program>()
  for (const program of demoPrograms) {
    // The first program already exists, because it was created with the merchant.
    const found = existing.find(
      (one) => one.kind === program.kind && isKycOnChain(one) === isKycOnChain(program),
    )
    own.add(
      found ?? (await createProgram(kyc, { ...program, mchNo: merchant.mchNo, active: true }, byServer)),
    )
  }
  return [...own].toSorted((one, other) => one.id - other.id)
}

/**
 * Returns the API key from the file if it is still valid. Otherwise, adds a key, because the store contains
 * only hashes of keys.
 */
async function ensureKey(kyc: KycContext, merchant: Merchant, known: string | undefined): Promise<string> {
  try {
    if (known !== undefined) {
      await createAccessService(kyc).identify(merchant.mchNo, known)
      return known
    }
  } catch {
    // The key was revoked or belongs to another store, so a new key is created.
  }
  return (await addApiKey(kyc, { mchNo: merchant.mchNo }, byServer)).apiKey
}

function examplesOf(walks: readonly DemoWalk[], programNo: string): Demo['examples'] {
  const examples = new Map<string, string>()
  for (const walk of walks) {
    if (walk.programNo !== programNo) continue
    const status = walk.moves.at(-1)?.to ?? 'Verification Started'
    const wallet = walk.account.value
    if (wallet !== undefined && !examples.has(status)) examples.set(status, wallet)
  }
  return [...examples].map(([status, account]) => ({ status, account }))
}
