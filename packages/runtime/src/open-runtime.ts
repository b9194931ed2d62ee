import { biometricsMigrations, faceprintsByModel } from '@touchstone/biometrics'
import { chainMigrations } from '@touchstone/chain'
import { openAptosKeys } from '@touchstone/chain/accounts'
import {
  type Clock,
  createKeyRing,
  createTracer,
  createVault,
  type KeyRing,
  type Logger,
  OperatorError,
  type Random,
  systemClock,
  systemRandom,
  type Tracer,
  type Vault,
} from '@touchstone/common'
import { createIssuerService, credentialMigrations, type IssuerService } from '@touchstone/credential'
import {
  auditChainMigration,
  createOidcClient,
  createTokenService,
  isOpened,
  type KycContext,
  kycMigrations,
  loadStoreKeys,
  type OidcClient,
  type StoreKeys,
  selectDemoMerchant,
  signedRowsMigration,
  startChains,
  tablesOf,
  verificationOf,
} from '@touchstone/kyc'
import {
  absentLedger,
  createRiskLimits,
  createSourceList,
  defaultCeiling,
  defaultRiskPolicy,
  type FetchContext,
  kytMigrations,
  type LedgerStore,
  openLedger,
  openPackedLedger,
  problemsWithCeiling,
  raiseTo,
  readPolicyFile,
  type SourceList,
  type TransferContext,
  type WatchContext,
} from '@touchstone/kyt'
import { createScreeningWorkers, type ScreeningContext, screeningMigrations } from '@touchstone/screening'
import {
  type Database,
  isLoading,
  migrate,
  newerMigrations,
  pendingMigrations,
  workMigrations,
} from '@touchstone/storage'
import {
  createCaptureQueue,
  createMailbox,
  createMailer,
  createProcessLag,
  createThroughput,
  type Mailbox,
  type VerificationContext,
  verificationMigrations,
} from '@touchstone/verification'
import { type ChainRegistry, createChainRegistry } from './chains/chain-registry.ts'
import { type HeldDataFolder, holdDataFolder } from './data-folder/hold-data-folder.ts'
import { masterSecrets } from './data-folder/master-secret.ts'
import { kytEvents } from './events/kyt-events.ts'
import { createInstallation } from './journeys/installation.ts'
import { journeyChains } from './journeys/journey-chains.ts'
import { createLazyJobs, type LazyJobs } from './journeys/lazy-jobs.ts'
import { type OpenCheckers, openCheckers } from './journeys/open-checkers.ts'
import { alertsToEvents } from './migrations/0034-alerts-to-events.ts'
import { triage } from './migrations/0045-triage.ts'
import { triageAssignees } from './migrations/0055-triage-assignees.ts'
import { openDatabase, openOwnLedger } from './open-databases.ts'
import { createForgedRows, type ForgedRows, requireSignedRights } from './rights/signed-rows.ts'
import { isFolderHeld } from './settings/is-folder-held.ts'
import type { Settings } from './settings/read-settings.ts'

/** State shared by the server and the command line: open stores and the engines' contexts. */
export type Runtime = {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly vault: Vault
  /** The vault's master secrets. */
  readonly ring: KeyRing
  readonly logger: Logger
  readonly database: Database
  readonly ledger: LedgerStore
  readonly kyc: KycContext
  /** Talks to the identity providers of members. */
  readonly oidc: OidcClient
  readonly kyt: WatchContext & TransferContext & FetchContext & { readonly histories: SourceList }
  readonly screening: ScreeningContext
  readonly issuer: IssuerService
  /** The chains. Each chain is connected on first use. */
  readonly chains: ChainRegistry
  readonly jobs: LazyJobs
  readonly verification: VerificationContext
  /** Set if workers read documents and measure faces. */
  readonly workQueue: OpenCheckers['queue']
  /** Rows that grant rights but have an invalid signature. */
  readonly forgedRows: ForgedRows
  /** Stores outgoing mail while no mail server is configured. */
  readonly mailbox: Mailbox
  /** The service's URL, set once the service is listening. */
  readonly address: { url: string }
  /** Set only for an embedded store, because several processes can share a database server. */
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
  ...workMigrations,
  '0034-alerts-to-events': alertsToEvents,
  '0045-triage': triage,
  '0055-triage-assignees': triageAssignees,
}

export async function openRuntime(options: {
  settings: Settings
  logger: Logger
  /** Carries the ids of requests into jobs and log lines, and reports spans. */
  tracer?: Tracer
  clock?: Clock
  random?: Random
  onProgress?: (what: string) => void
  /** Set by the `migrate` and `doctor` commands, which check the schema themselves. */
  skipMigrations?: boolean
  /**
   * Set by `ledger reset`, which must start even if the ledger does not match the journal. Other commands and
   * the server fail to start in that case.
   */
  skipLedgerCheck?: boolean
  /**
   * Set by commands that do not use the ledger, because opening the ledger takes longer than running most
   * commands.
   */
  withoutLedger?: boolean
}): Promise<Runtime> {
  const { settings, logger, tracer = createTracer() } = options
  const clock = options.clock ?? systemClock
  const random = options.random ?? systemRandom
  const dataFolder = isFolderHeld(settings) ? await holdDataFolder(settings.dataFolder) : undefined
  let database: Database | undefined
  let ledger: LedgerStore | undefined
  let chains: ChainRegistry | undefined
  const closers: (() => Promise<void>)[] = []
  // Starts the list reader's thread when the first list is read.
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
    const risk = riskOf(settings)
    options.onProgress?.('opening the database')
    database = await openDatabase(settings, logger, tracer)
    if (!options.skipMigrations) await refuseLoading(database)
    ledger = options.withoutLedger
      ? absentLedger()
      : await openLedgerStore(settings, logger, tracer, database)
    const forgedRows = createForgedRows({ clock, logger })
    const loopbackReceivers = !settings.production
    const kyc: KycContext = {
      ...{ database, clock, random, vault, onForgedRow: forgedRows.report, auditHeads: new Map() },
      ...{ refusesDemo: !settings.demo, operatorsNeedPasskeys: settings.production, loopbackReceivers },
    }
    const oidc = createOidcClient({ clock, loopback: loopbackReceivers })
    const histories = createSourceList({ database, clock, random, vault })
    const events = kytEvents(kyc)
    const kyt = {
      ...{ database, ledger, clock, random, vault, loopbackReceivers, histories, events, ...risk },
      verificationOf: (of: { merchant: string; account: string }) => verificationOf(kyc, of),
      reassessDays: settings.reassessDays,
    }
    if (!options.skipMigrations) {
      options.onProgress?.('migrating the database')
      await migrateStore({ database, vault, ring, kyc })
      const newer = await newerMigrations({ database, migrations: allMigrations })
      if (newer.length > 0) logger.warn({ migrations: newer }, 'a newer version has migrated the database')
      if (settings.production) await refuseDemoData(kyc)
      if (ledger.place !== 'absent' && !options.skipLedgerCheck) await openLedger(kyt)
    }
    const screening: ScreeningContext = { database, clock, workers }
    const issuer = createIssuerService({ database, clock, vault })
    chains = createChainRegistry({ settings, database, clock, vault, logger })
    const parts = { settings, clock, random, vault, ring, logger, database, ledger }
    const enrolledModels = options.skipMigrations
      ? []
      : (await faceprintsByModel(database)).map(({ model }) => model)
    const checkers = openCheckers({ ...parts, tracer, screening, enrolledModels })
    closers.push(() => checkers.close())
    const jobs = createLazyJobs({ database, logger, tracer })
    closers.push(() => jobs.stop())
    const mailbox = createMailbox(parts)
    const mailer = createMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom, mailbox })
    closers.push(async () => mailer.close())
    const address = { url: '' }
    const throughput = createThroughput({ clock, workers: checkers.faceThreads })
    const lag = createProcessLag({ clock })
    closers.push(async () => lag.stop())
    const verification: VerificationContext = {
      ...{ database, clock, random, vault, logger, kyc, issuer, checkers, mailer },
      installation: createInstallation({ settings, screening, checkers, chains: chains.configured }),
      tokenService: createTokenService(kyc),
      chains: journeyChains(chains, database, openAptosKeys({ nodes: settings.chain.aptosNodes })),
      jobs: { send: async (...job) => (await jobs.start()).send(...job) },
      inProgress: new Map(),
      captures: createCaptureQueue({ clock, seats: throughput.seats }),
      throughput,
      lag,
      production: settings.production,
      tombstoneDays: settings.uniquenessTombstoneDays,
      reviewLimits: settings.reviewLimits,
      publicUrl: () => settings.publicUrl ?? address.url,
    }
    // Wait for the journeys' background work before the stores are closed.
    closers.push(async () => void (await Promise.allSettled(verification.inProgress.values())))
    closers.push(() => verification.captures.settled())
    const workQueue = checkers.queue
    const engines = {
      kyc,
      oidc,
      kyt,
      screening,
      issuer,
      chains,
      jobs,
      verification,
      workQueue,
      mailbox,
      address,
    }
    return { ...parts, ...engines, forgedRows, dataFolder, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Runs the pending migrations, checks the master secret, starts the chains of the audit log, and signs the
 * rows that grant rights if this upgrade requires it. With `signRights`, always signs them. With
 * `onlyMigrates`, signs nothing in a store that no service has opened yet. Returns the names of the
 * migrations that ran.
 */
export async function migrateStore(
  { kyc, ...keys }: StoreKeys & { kyc: KycContext },
  { signRights = false, onlyMigrates = false }: { signRights?: boolean; onlyMigrates?: boolean } = {},
): Promise<string[]> {
  const { database } = keys
  const isNew = (await pendingMigrations({ database, migrations: allMigrations })).includes('0001-kyc')
  // The secret is checked before the migrations, because a process without the right secret could otherwise
  // run them and then fail before it signs the rows.
  if (!isNew && (await isOpened(tablesOf(kyc)))) await refuseOtherSecret(keys)
  const ran = await migrate({ database, migrations: allMigrations })
  // A process that only migrates the store may have a different secret than the service.
  if (onlyMigrates && !(await isOpened(tablesOf(kyc)))) return ran
  await refuseOtherSecret(keys)
  await startChains(kyc, { hasEntries: signRights || ran.includes(auditChainMigration) })
  const isUpgraded = ran.includes(signedRowsMigration)
  await requireSignedRights(kyc, { isUpgraded, isAllowed: signRights })
  return ran
}

/** Returns the default policy and the limits for merchants' policies, scores and fetches. */
function riskOf({
  riskPolicy: file,
  risk,
  fetching,
}: Settings): Pick<FetchContext, 'riskPolicy' | 'riskLimits' | 'fetchLimits'> {
  const riskPolicy = file === undefined ? defaultRiskPolicy : readPolicyFile(file)
  const { ceiling: set, ...limits } = risk
  const ceiling = { ...raiseTo(riskPolicy, defaultCeiling), ...set }
  const [problem] = problemsWithCeiling(riskPolicy, ceiling)
  if (problem !== undefined) {
    throw new OperatorError({
      code: 'settings.risk-ceiling',
      message: `The default risk policy exceeds RISK_BUDGET_CEILING: ${problem}.`,
      remedy: 'Raise RISK_BUDGET_CEILING, or reduce the policy in RISK_POLICY.',
    })
  }
  return { riskPolicy, riskLimits: createRiskLimits({ ...limits, ceiling }), fetchLimits: fetching }
}

async function openLedgerStore(
  settings: Settings,
  logger: Logger,
  tracer: Tracer,
  database: Database,
): Promise<LedgerStore> {
  if (settings.ledgerUrl === 'off') return absentLedger()
  const own = await openOwnLedger(settings, logger, tracer)
  return own === undefined ? openPackedLedger(database) : openPackedLedger(own, { isOwn: true })
}

/** A backup is loaded in many transactions. Until the last one, the database is incomplete. */
async function refuseLoading(database: Database): Promise<void> {
  if (!(await isLoading((text) => database.run(text)))) return
  throw new OperatorError({
    code: 'store.restoring',
    message: 'A backup was only partly restored into this database.',
    remedy: 'Run the same "touchstone restore" command again: it resumes where it stopped.',
  })
}

async function refuseOtherSecret(keys: StoreKeys): Promise<void> {
  const found = await loadStoreKeys(keys)
  if (found === 'valid') return
  if (found === 'previous-missing') {
    throw new OperatorError({
      code: 'settings.former-secret',
      message:
        'A master secret rotation is in progress: some values are still encrypted with the previous secret.',
      remedy:
        'Set TOUCHSTONE_OLD_SECRET to the previous secret, then finish the rotation with: npx touchstone secret rotate',
    })
  }
  throw new OperatorError({
    code: 'settings.other-secret',
    message:
      'This database was created with another master secret. Its keys and data cannot be decrypted with the current one.',
    remedy: 'Set TOUCHSTONE_SECRET to the original secret, or restore the file "secret" in its data folder.',
  })
}

async function refuseDemoData(kyc: KycContext): Promise<void> {
  if (await selectDemoMerchant(tablesOf(kyc))) {
    throw new OperatorError({
      code: 'settings.unsafe',
      message: 'NODE_ENV=production rejects a database with the demo merchant, because its key is public.',
      remedy: 'Use an empty data folder or database for production.',
    })
  }
}
