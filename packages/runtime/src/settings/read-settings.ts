import { resolve } from 'node:path'
import { OperatorError } from '@touchstone/common'
import {
  type BudgetCeiling,
  defaultFetchLimits,
  defaultReassessDays,
  type FetchLimits,
} from '@touchstone/kyt'
import type { ChainNodes } from './chain-settings.ts'
import { readConfigFile } from './config-file.ts'
import { readEnvFile } from './env-file.ts'
import { commandKey, commandVariable, runSecretCommand } from './secret-command.ts'
import { readSetting, type Setting, type SettingSource } from './setting.ts'
import { missingForJourneys, problemOf, throwProblems, unsafeSettings } from './setting-problems.ts'
import { type SettingName, settingsTable } from './settings-table.ts'
import type { TrustedProxies } from './trust-proxy-setting.ts'
import { checkQueueSettings, checkWorkerSettings } from './worker-settings.ts'

export type Settings = {
  production: boolean
  port: number
  host: string
  metricsPort: number
  metricsHost: string
  dataFolder: string
  databaseUrl: string | undefined
  databasePoolSize: number
  databasePrepare: boolean
  /** Undefined if the ledger is in the main database. `off` means that there is no ledger. */
  ledgerUrl: string | undefined
  riskPolicy: string | undefined
  /** The limits for risk scores. Each member of `ceiling` has a default value. */
  risk: {
    ceiling: Partial<BudgetCeiling>
    timeLimitMs: number
    scoresAtOnce: number
    scoresOfMerchant: number
  }
  /** How many days customers' transfers are decided again after a change. */
  reassessDays: number
  fetching: FetchLimits
  chain: {
    /** The node URLs of each chain, by chain id. */
    nodes: ReadonlyMap<string, ChainNodes>
    /** The REST APIs of Aptos nodes, by network. */
    aptosNodes: ReadonlyMap<string, ChainNodes>
    key: ChainKeySource | undefined
    deployments: string
  }
  credentialKeys: string | undefined
  /** The mail server's URL. Undefined if the built-in mailbox is used. */
  smtpUrl: string | undefined
  mailFrom: string
  /** The origin of the verification page. Defaults to the address that the service listens on. */
  publicUrl: string | undefined
  /**
   * How many days a faceprint is kept after a person who was enrolled for uniqueness is erased.
   */
  uniquenessTombstoneDays: number
  /** How many days events are kept. */
  eventsKeptDays: number
  /** How many days recorded questions and reports are kept. */
  riskRecordsKeptDays: number
  /** The maximum numbers of open reviews. */
  reviewLimits: { ofPerson: number; ofNetwork: number; ofNetworkAndMerchant: number }
  faceprintKeys: FaceprintKeys | undefined
  faceModels: FaceModels
  faceWorkers: number
  documentWorkers: number
  verificationWork: 'here' | 'workers'
  workerKey: string | undefined
  redisUrl: string | undefined
  secret: string | undefined
  oldSecret: string | undefined
  /** The system that receives a copy of the audit log. */
  auditSink: { url: string; secret: string | undefined } | undefined
  demo: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Where traces are sent. Undefined if none are recorded. */
  otlp: { endpoint: string; headers: Readonly<Record<string, string>>; ratio: number } | undefined
  surfaceHosts: {
    'admin-gateway': string | undefined
    openapi: string | undefined
    auth: string | undefined
    frame: string | undefined
    dashboard: string | undefined
    mcp: string | undefined
  }
  trustProxy: TrustedProxies
}

/** Where the key that signs transactions is stored. */
export type ChainKeySource =
  | { kind: 'plain'; key: `0x${string}` }
  | { kind: 'keystore'; path: string; password: string }
  | { kind: 'remote'; url: string; address: `0x${string}` }

const packagedEmbeddings = ['built-in', 'faceplugin']

/**
 * The face models, each as an absolute path. An embedding can also be the name of a model that is part of a
 * package.
 */
export type FaceModels = {
  embedding: string | undefined
  /** If undefined, the packaged models that have faceprints in the gallery are used. */
  previous: readonly string[] | undefined
  liveness: string | undefined
}

/** Where the faceprint keys are stored. */
export type FaceprintKeys = { file: string } | { command: readonly [string, ...string[]] }

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings. Flags override environment variables, which override touchstone.env and
 * touchstone.config.json, in this order. Fails if values are invalid or missing, and reports all of them.
 */
export function readSettings(
  options: {
    env?: Environment
    flags?: Partial<Record<SettingName, string>>
    folder?: string
    /**
     * `server` also checks the settings that verifications need. A worker has no master secret and signs
     * nothing. Defaults to the commands of the service, which do not need all settings.
     */
    role?: 'service' | 'server' | 'worker'
  } = {},
): Settings {
  const env = options.env ?? environment()
  const folder = options.folder ?? process.cwd()
  const envFile = readEnvFile(folder)
  const file = readConfigFile(resolve(folder, 'touchstone.config.json'))

  const problems: OperatorError[] = []
  const invalid: string[] = []
  /** Collects the problem of a part of the settings, so that all problems are reported at once. */
  const attempt = <Value>(part: string, run: () => Value): Value | undefined => {
    let value: Value | undefined
    const problem = problemOf(() => {
      value = run()
    })
    if (problem) problems.push(problem)
    if (problem) invalid.push(part)
    return value
  }
  const read = <Name extends SettingName>(name: Name): ParsedAs<Name> | undefined => {
    const setting = settingsTable[name] as Setting<ParsedAs<Name>>
    const from = { env: { ...envFile, ...set(env) }, file }
    return attempt(setting.env, () => readSetting(setting, sourceOf(setting, options.flags?.[name], from)))
  }

  const production = read('nodeEnv') === 'production'
  const port = read('port') ?? 8080
  const dataFolder = resolve(folder, read('dataFolder') ?? '.touchstone')
  const embedding = read('faceEmbeddingModel')
  const embeddingOf = (model: string) => (packagedEmbeddings.includes(model) ? model : resolve(folder, model))
  const pathOf = (path: string | undefined) => (path === undefined ? undefined : resolve(folder, path))
  const chainKeys = {
    plain: read('chainKey'),
    keystore: pathOf(read('chainKeystore')),
    password: read('chainKeystorePassword'),
    url: read('chainSignerUrl'),
    address: read('chainSignerAddress'),
  }
  const endpoint = read('otlpEndpoint')
  const facekeys = [pathOf(read('faceprintKeys')), read('faceprintKeyCommand')] as const
  const settings: Settings = {
    production,
    port,
    host: read('host') ?? 'localhost',
    metricsPort: read('metricsPort') ?? defaultMetricsPort(port),
    metricsHost: read('metricsHost') ?? '127.0.0.1',
    dataFolder,
    databaseUrl: read('databaseUrl'),
    databasePoolSize: read('databasePoolSize') ?? 10,
    databasePrepare: read('databasePrepare') ?? true,
    ledgerUrl: read('ledgerUrl'),
    riskPolicy: read('riskPolicy'),
    risk: {
      ceiling: read('riskCeiling') ?? {},
      timeLimitMs: read('riskTimeLimit') ?? 2000,
      scoresAtOnce: read('riskScoresAtOnce') ?? 16,
      scoresOfMerchant: read('riskScoresOfMerchant') ?? 4,
    },
    reassessDays: read('reassessDays') ?? defaultReassessDays,
    fetching: {
      mode: read('fetch') ?? defaultFetchLimits.mode,
      waitMs: read('fetchWait') ?? defaultFetchLimits.waitMs,
      budget: { ...defaultFetchLimits.budget, ...read('fetchBudget') },
      watchSeconds: (read('fetchWatches') ?? defaultFetchLimits.watchSeconds / 60) * 60,
    },
    chain: {
      nodes: read('chainRpc') ?? new Map(),
      aptosNodes: read('aptosNodes') ?? new Map(),
      key: attempt('signing key', () => chainKeySource(chainKeys)),
      deployments: pathOf(read('chainDeployments')) ?? resolve(dataFolder, 'deployments'),
    },
    credentialKeys: pathOf(read('credentialKeys')),
    smtpUrl: read('smtpUrl'),
    mailFrom: read('mailFrom') ?? 'Touchstone <no-reply@localhost>',
    publicUrl: read('publicUrl'),
    uniquenessTombstoneDays: read('uniquenessTombstoneDays') ?? 180,
    eventsKeptDays: read('eventsKeptDays') ?? 30,
    riskRecordsKeptDays: read('riskRecordsKeptDays') ?? 1827,
    reviewLimits: {
      ofPerson: read('reviewsOfPerson') ?? 3,
      ofNetwork: read('reviewsOfNetwork') ?? 60,
      ofNetworkAndMerchant: read('reviewsOfNetworkAndMerchant') ?? 20,
    },
    faceprintKeys: attempt('FACEPRINT_KEYS', () => faceprintKeys(...facekeys)),
    faceModels: {
      embedding: embedding === undefined ? undefined : embeddingOf(embedding),
      previous: read('faceEmbeddingFormerModels')?.map(embeddingOf),
      liveness: pathOf(read('faceLivenessModel')),
    },
    faceWorkers: read('faceWorkers') ?? 2,
    documentWorkers: read('documentWorkers') ?? 1,
    verificationWork: read('verificationWork') ?? 'here',
    workerKey: read('workerKey'),
    redisUrl: read('redisUrl'),
    secret: read('secret'),
    oldSecret: read('oldSecret'),
    auditSink: attempt('AUDIT_SINK', () => auditSinkOf(read('auditSink'), read('auditSinkSecret'))),
    demo: read('demo') ?? !production,
    logLevel: read('logLevel') ?? 'info',
    otlp:
      endpoint === undefined
        ? undefined
        : { endpoint, headers: read('otlpHeaders') ?? {}, ratio: read('traceRatio') ?? 1 },
    surfaceHosts: {
      'admin-gateway': read('adminGatewayHost'),
      openapi: read('openapiHost'),
      auth: read('authHost'),
      frame: read('frameHost'),
      dashboard: read('dashboardHost'),
      mcp: read('mcpHost'),
    },
    trustProxy: read('trustProxy') ?? 'off',
  }
  const { role } = options
  if (role === 'worker') attempt('worker', () => checkWorkerSettings(settings))
  else if (settings.verificationWork === 'workers') attempt('workers', () => checkQueueSettings(settings))
  const unsafe = role !== 'worker' && production ? unsafeSettings(settings) : []
  const missing = role === 'server' ? missingForJourneys(settings) : []
  // A setting with an invalid value is not reported as missing as well.
  const isKnown = ({ message }: OperatorError) => invalid.some((part) => message.includes(part))
  throwProblems([...problems, ...[...unsafe, ...missing].filter((problem) => !isKnown(problem))])
  return settings
}

/** Returns the text of every setting that has a value, except those that come from a command, by the name of its environment variable. */
export function settingsGiven({ env, folder }: { env: Environment; folder: string }): Map<string, string> {
  const file = readConfigFile(resolve(folder, 'touchstone.config.json'))
  const sources = { ...readEnvFile(folder), ...set(env) }
  return new Map(
    Object.values(settingsTable).flatMap((setting): [string, string][] => {
      const source = find(setting.env, setting.key, { env: sources, file })
      return source === undefined ? [] : [[setting.env, source.text]]
    }),
  )
}

/** Returns the environment of this process. */
export function environment(): Environment {
  // biome-ignore lint/style/noProcessEnv: the one place where the environment is read.
  return process.env
}

type ParsedAs<Name extends SettingName> = Exclude<
  ReturnType<(typeof settingsTable)[Name]['parse']>,
  undefined
>

function sourceOf(
  setting: Setting<unknown>,
  flag: string | undefined,
  from: { env: Environment; file: Map<string, string> },
): SettingSource | undefined {
  if (flag !== undefined) return { text: flag, from: setting.flag ?? setting.key }
  const source = find(setting.env, setting.key, from)
  if (setting.secret !== true) return source
  const command = find(commandVariable(setting), commandKey(setting), from)
  if (command === undefined) return source
  if (source === undefined) return { text: runSecretCommand(command), from: `the output of ${command.from}` }
  throw new OperatorError({
    code: 'settings.secret-command',
    message: `Both ${source.from} and ${command.from} are set.`,
    remedy: 'Keep one of them: a secret can have only one source.',
  })
}

function find(
  variable: string,
  key: string,
  { env, file }: { env: Environment; file: Map<string, string> },
): SettingSource | undefined {
  const fromEnv = env[variable]
  if (fromEnv !== undefined && fromEnv !== '') return { text: fromEnv, from: variable }
  const fromFile = file.get(key)
  return fromFile === undefined ? undefined : { text: fromFile, from: `${key} in touchstone.config.json` }
}

/** Shells and compose files pass unset variables as empty strings, so an empty string counts as unset. */
function set(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

function defaultMetricsPort(port: number): number {
  if (port === 0) return 0
  return port + 1000 <= 65535 ? port + 1000 : port - 1000
}

function chainKeySource(given: {
  plain: `0x${string}` | undefined
  keystore: string | undefined
  password: string | undefined
  url: string | undefined
  address: `0x${string}` | undefined
}): ChainKeySource | undefined {
  const refuse = (message: string, remedy: string): never => {
    throw new OperatorError({ code: 'settings.chain-key', message, remedy })
  }
  const { plain, keystore, password, url, address } = given
  if ([plain, keystore, url].filter((each) => each !== undefined).length > 1) {
    refuse(
      'More than one of CHAIN_KEY, CHAIN_KEYSTORE and CHAIN_SIGNER_URL is set.',
      'Keep one of them: there can be only one signer.',
    )
  }
  if (plain !== undefined) return { kind: 'plain', key: plain }
  if (keystore !== undefined) {
    if (password !== undefined) return { kind: 'keystore', path: keystore, password }
    refuse(
      'CHAIN_KEYSTORE is set without CHAIN_KEYSTORE_PASSWORD.',
      'Set CHAIN_KEYSTORE_PASSWORD to the password of the file.',
    )
  }
  if (url !== undefined) {
    if (address !== undefined) return { kind: 'remote', url, address }
    refuse(
      'CHAIN_SIGNER_URL is set without CHAIN_SIGNER_ADDRESS.',
      'Set CHAIN_SIGNER_ADDRESS to the account that signs.',
    )
  }
  return undefined
}

function auditSinkOf(url: string | undefined, secret: string | undefined): Settings['auditSink'] {
  if (url === undefined) return undefined
  if (secret !== undefined || !/^https?:/.test(url)) return { url, secret }
  throw new OperatorError({
    code: 'settings.audit-sink',
    message: 'AUDIT_SINK is an https URL, but AUDIT_SINK_SECRET is missing.',
    remedy: 'Set AUDIT_SINK_SECRET to the secret that the receiver uses to verify the requests.',
  })
}

function faceprintKeys(
  file: string | undefined,
  command: readonly [string, ...string[]] | undefined,
): FaceprintKeys | undefined {
  if (file !== undefined && command !== undefined) {
    throw new OperatorError({
      code: 'settings.faceprint-keys',
      message: 'Both FACEPRINT_KEYS and FACEPRINT_KEY_COMMAND are set.',
      remedy: 'Keep one of them: faceprint keys can have only one source.',
    })
  }
  if (file !== undefined) return { file }
  return command && { command }
}
