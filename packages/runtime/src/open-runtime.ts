import { join } from 'node:path'
import { biometricsMigrations } from '@touchstone/biometrics'
import { chainMigrations } from '@touchstone/chain'
import {
  type Clock,
  createKeyRing,
  createVault,
  type KeyRing,
  type Logger,
  OperatorError,
  type Random,
  systemClock,
  systemRandom,
  type Vault,
} from '@touchstone/common'
import { createIssuerService, credentialMigrations, type IssuerService } from '@touchstone/credential'
import {
  createTokenService,
  type KycContext,
  kycMigrations,
  loadStoreKeys,
  type StoreKeys,
  selectDemoMerchant,
  tablesOf,
} from '@touchstone/kyc'
import {
  absentLedger,
  kytMigrations,
  type LedgerStore,
  openLedger,
  openPackedLedger,
  readPolicyFile,
  type WatchContext,
} from '@touchstone/kyt'
import { createScreeningWorkers, type ScreeningContext, screeningMigrations } from '@touchstone/screening'
import { type Database, migrate, openEmbedded, openServer } from '@touchstone/storage'
import {
  createCaptureQueue,
  createMailbox,
  createMailer,
  type Mailbox,
  type VerificationContext,
  verificationMigrations,
} from '@touchstone/verification'
import { type ChainRegistry, createChainRegistry } from './chains/chain-registry.ts'
import { type HeldDataFolder, holdDataFolder } from './data-folder/hold-data-folder.ts'
import { masterSecrets } from './data-folder/master-secret.ts'
import { journeyChains } from './journeys/journey-chains.ts'
import { createLazyJobs, type LazyJobs } from './journeys/lazy-jobs.ts'
import { openCheckers } from './journeys/open-checkers.ts'
import { isFolderHeld } from './settings/is-folder-held.ts'
import type { Settings } from './settings/read-settings.ts'

/** What both programs start from: the stores opened, the engines' context built, nothing served yet. */
export type Runtime = {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly vault: Vault
  /** The master secrets behind the vault. */
  readonly ring: KeyRing
  readonly logger: Logger
  readonly database: Database
  readonly ledger: LedgerStore
  readonly kyc: KycContext
  readonly kyt: WatchContext
  readonly screening: ScreeningContext
  readonly issuer: IssuerService
  /** Without a connection until somebody opens a chain. */
  readonly chains: ChainRegistry
  readonly jobs: LazyJobs
  readonly verification: VerificationContext
  /** What was mailed while no mail server is set. */
  readonly mailbox: Mailbox
  /** Where the service answers, once it does. */
  readonly address: { url: string }
  /** Only with an embedded store: stores on servers may be opened by many. */
  readonly dataFolder: HeldDataFolder | undefined
  close(): Promise<void>
}

export const allMigrations = {
  ...kycMigrations,
  ...kytMigrations,
  ...screeningMigrations,
  ...chainMigrations,
  ...credentialMigrations,
  ...biometricsMigrations,
  ...verificationMigrations,
}

/** A worker keeps up with one person's pictures; one person more fills the pauses of the others. */
const furtherCaptures = 1

export async function openRuntime(options: {
  settings: Settings
  logger: Logger
  clock?: Clock
  random?: Random
  onProgress?: (what: string) => void
  /** The `migrate` command and `doctor` look first. */
  skipMigrations?: boolean
  /** `ledger reset` begins with a ledger that the journal does not belong to: every other start refuses that. */
  skipLedgerCheck?: boolean
  /** For work that never asks the ledger: opening it takes longer than most commands. */
  withoutLedger?: boolean
}): Promise<Runtime> {
  const { settings, logger } = options
  const clock = options.clock ?? systemClock
  const random = options.random ?? systemRandom
  const dataFolder = isFolderHeld(settings) ? await holdDataFolder(settings.dataFolder) : undefined
  let database: Database | undefined
  let ledger: LedgerStore | undefined
  let chains: ChainRegistry | undefined
  const closers: (() => Promise<void>)[] = []
  // Without a thread until there is a list to read.
  const workers = createScreeningWorkers()
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each()
    await chains?.close()
    await workers.close()
    await ledger?.close()
    await database?.close()
    await dataFolder?.release()
  }

  try {
    const { secret: configured, oldSecret: old } = settings
    const ring = createKeyRing(masterSecrets({ configured, old, dataFolder: settings.dataFolder }))
    const vault = createVault(ring)
    const riskPolicy =
      settings.riskPolicy === undefined ? {} : { riskPolicy: readPolicyFile(settings.riskPolicy) }
    options.onProgress?.('opening the store')
    database = await openDatabase(settings, logger)
    ledger = options.withoutLedger ? absentLedger() : await openLedgerStore(settings, logger, database)
    const kyc: KycContext = { database, clock, random, vault, refusesDemo: !settings.demo }
    const loopbackReceivers = !settings.production
    const kyt: WatchContext = { database, ledger, clock, random, vault, loopbackReceivers, ...riskPolicy }
    if (!options.skipMigrations) {
      options.onProgress?.('bringing the store up to date')
      await migrate({ database, migrations: allMigrations })
      await refuseOtherSecret({ database, vault, ring })
      if (settings.production) await refuseDemoData(kyc)
      if (ledger.place !== 'absent' && !options.skipLedgerCheck) await openLedger(kyt)
    }
    const screening: ScreeningContext = { database, clock, workers }
    const issuer = createIssuerService({ database, clock, vault })
    chains = createChainRegistry({ settings, database, clock, vault, logger })
    const parts = { settings, clock, random, vault, ring, logger, database, ledger }
    const checkers = openCheckers({ ...parts, screening })
    closers.push(() => checkers.close())
    const jobs = createLazyJobs({ database, logger })
    closers.push(() => jobs.stop())
    const mailbox = createMailbox(parts)
    const mailer = createMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom, mailbox })
    closers.push(async () => mailer.close())
    const address = { url: '' }
    const verification: VerificationContext = {
      ...{ database, clock, random, vault, logger, kyc, issuer, checkers, mailer },
      tokenService: createTokenService(kyc),
      chains: journeyChains(chains, database),
      jobs: { send: async (...job) => (await jobs.start()).send(...job) },
      inProgress: new Map(),
      captures: createCaptureQueue({ clock, seats: settings.faceWorkers + furtherCaptures }),
      production: settings.production,
      publicUrl: () => settings.publicUrl ?? address.url,
    }
    // Whatever a journey does by itself at this moment comes to its end before the stores close.
    closers.push(async () => void (await Promise.allSettled(verification.inProgress.values())))
    closers.push(() => verification.captures.settled())
    const engines = { kyc, kyt, screening, issuer, chains, jobs, verification, mailbox, address }
    return { ...parts, ...engines, dataFolder, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openDatabase(settings: Settings, logger: Logger): Promise<Database> {
  if (settings.databaseUrl === undefined) {
    return await openEmbedded({ folder: join(settings.dataFolder, 'postgres') })
  }
  return await openServer({
    url: settings.databaseUrl,
    setting: 'DATABASE_URL',
    ...serverOptions(settings, logger),
  })
}

const serverOptions = (settings: Settings, logger: Logger) => ({
  poolSize: settings.databasePoolSize,
  prepare: settings.databasePrepare,
  onConnectionError: (error: Error) => logger.warn({ reason: error.message }, 'a store connection broke'),
})

async function openLedgerStore(settings: Settings, logger: Logger, database: Database): Promise<LedgerStore> {
  if (settings.ledgerUrl === 'off') return absentLedger()
  if (settings.ledgerUrl === undefined) return openPackedLedger(database)
  const own = await openServer({
    url: settings.ledgerUrl,
    setting: 'LEDGER_URL',
    ...serverOptions(settings, logger),
  })
  return openPackedLedger(own, { isOwn: true })
}

async function refuseOtherSecret(keys: StoreKeys): Promise<void> {
  const found = await loadStoreKeys(keys)
  if (found === 'valid') return
  if (found === 'previous-missing') {
    throw new OperatorError({
      code: 'settings.former-secret',
      message:
        'The master secret of this store is being changed: values are still sealed under the former one.',
      remedy: 'Set TOUCHSTONE_OLD_SECRET to the former secret, and finish with: npx touchstone secret rotate',
    })
  }
  throw new OperatorError({
    code: 'settings.other-secret',
    message:
      'This store was made under another master secret: its keys and data can not be read with this one.',
    remedy:
      'Set TOUCHSTONE_SECRET to the secret of this store, or bring back the file "secret" of its data folder.',
  })
}

async function refuseDemoData(kyc: KycContext): Promise<void> {
  if (await selectDemoMerchant(tablesOf(kyc))) {
    throw new OperatorError({
      code: 'settings.unsafe',
      message: 'NODE_ENV=production refuses a store that holds the demo merchant, whose key is no secret.',
      remedy: 'Use an empty data folder or database for production.',
    })
  }
}
