import { biometricsMigrations, builtInFaceLimits } from '@touchstone/biometrics'
import {
  createManualClock,
  createSeededRandom,
  createVault,
  type ManualClock,
  silentLogger,
} from '@touchstone/common'
import { createIssuerService, credentialMigrations } from '@touchstone/credential'
import {
  createMerchant,
  createProgram,
  createTokenService,
  kycMigrations,
  type Program,
  type ProgramInput,
} from '@touchstone/kyc'
import { screeningMigrations } from '@touchstone/screening'
import { type Database, migrate } from '@touchstone/storage'
import { createCaptureQueue } from '../capture/capture-queue.ts'
import { createThroughput } from '../capture/throughput.ts'
import type { VerificationContext } from '../context.ts'
import { verificationMigrations } from '../migrations/index.ts'
import type { Checkers, JourneyChains, Mailer } from '../ports.ts'
import { nameAccounts } from '../sessions/name-accounts.ts'
import { openSession } from '../sessions/open-session.ts'
import type { Session } from '../sessions/session.ts'
import { authorize } from '../visits/authorize.ts'
import { testDevice } from './test-device.ts'

export type SentNotice = Parameters<Mailer['sendNotice']>[0]
export type SentMail = { to: string; code: string; locale: string; merchant: string }

/**
 * Creates a verification context with its own store and a manual clock. Does not open a checker until a
 * picture arrives.
 */
export type SessionWorld = VerificationContext & {
  clock: ManualClock
  mails: SentMail[]
  notices: SentNotice[]
  /** Opens a page of a new merchant's program, using a new token. */
  open(options?: OpenOptions): Promise<{ session: Session; bearer: string; mchNo: string; program: Program }>
  /** Opens a page and confirms the authorization. */
  openAuthorized(options?: OpenOptions): Promise<Session>
}

export type OpenOptions = {
  /** Uses an existing merchant and program instead of new ones. */
  at?: { mchNo: string; program: Program }
  program?: Partial<ProgramInput>
  mode?: 'email' | 'wallet'
  lv?: 1 | 2
  checkAddress?: boolean
  accounts?: string[]
  origin?: string
  chainId?: string
  /** The name of the device. Defaults to a new device. */
  device?: string
  /** The address from which the page is used. Defaults to none, so that no network's limits apply. */
  ip?: string
}

const origin = 'https://shop.example'
let worlds = 0
let devices = 0

export async function createSessionWorld(
  database: Database,
  change: Partial<
    Pick<
      VerificationContext,
      'production' | 'tombstoneDays' | 'reviewLimits' | 'mailer' | 'captures' | 'lag' | 'jobs'
    > & {
      checkers: Partial<Checkers>
      chains: Partial<JourneyChains>
    }
  > & {
    /** Set if the store already has the tables of the whole service, to skip the migrations. */
    isMigrated?: boolean
  } = {},
): Promise<SessionWorld> {
  if (!change.isMigrated) {
    await migrate({
      database,
      migrations: {
        ...kycMigrations,
        ...credentialMigrations,
        ...biometricsMigrations,
        ...screeningMigrations,
        ...verificationMigrations,
      },
    })
  }
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12))
  const random = createSeededRandom(`session world ${worlds++}`)
  const vault = createVault('a master secret for tests, 32 characters and more')
  const kyc = { database, clock, random, vault }
  const mails: SentMail[] = []
  const notices: SentNotice[] = []
  const mailer: Mailer = {
    isMailbox: false,
    sendCode: async (mail) => void mails.push(mail),
    sendNotice: async (mail) => void notices.push(mail),
    check: async () => {},
    sendTest: async () => {},
    close() {},
  }
  const absent = (): never => {
    throw new Error('not available in this test')
  }
  const context: VerificationContext = {
    ...{ database, clock, random, vault, kyc, mailer },
    logger: silentLogger,
    tokenService: createTokenService(kyc),
    issuer: createIssuerService({ database, clock, vault }),
    jobs: { send: async () => {} },
    inProgress: new Map(),
    captures: createCaptureQueue({ clock, seats: () => 10 }),
    throughput: createThroughput({ clock, workers: () => 1 }),
    lag: { during: () => 0 },
    production: false,
    tombstoneDays: 180,
    reviewLimits: { ofPerson: 3, ofNetwork: 60, ofNetworkAndMerchant: 20 },
    publicUrl: () => 'https://verify.example',
    installation: { lack: async () => undefined },
    ...change,
    chains: {
      home: '137',
      mintedFor: async () => [],
      ...{ minter: absent, ensureRegistered: absent, verifierAddress: absent, nextChallenge: absent },
      ...change.chains,
    },
    checkers: {
      faceLimits: () => builtInFaceLimits,
      ...{ documents: absent, faces: absent, gallery: absent, screening: absent, verifier: absent },
      ...change.checkers,
    },
  }

  const open = async (options: OpenOptions = {}) => {
    const mchNo = options.at?.mchNo ?? (await createMerchant(kyc, { name: 'Shop' })).merchant.mchNo
    const program =
      options.at?.program ??
      (await createProgram(kyc, {
        mchNo,
        name: 'Onboarding',
        kind: 'KYC',
        active: true,
        allowedDomains: [origin],
        ...options.program,
      }))
    const accessToken = await context.tokenService.issue({
      appId: mchNo,
      mode: options.mode ?? 'email',
    })
    const opened = await openSession(context, {
      accessToken,
      appId: mchNo,
      lv: options.lv ?? 1,
      chainId: options.chainId ?? '137',
      origin: options.origin ?? origin,
      programNo: program.programNo,
      checkAddress: options.checkAddress ?? false,
      locale: 'en',
      ...(options.ip !== undefined && { ip: options.ip }),
    })
    return { ...opened, mchNo, program }
  }
  return {
    ...context,
    clock,
    mails,
    notices,
    open,
    async openAuthorized(options = {}) {
      const { session } = await open(options)
      const accounts = options.accounts ?? ['0x8617e340b3d01fa5f11f306f4090fd50e238070d']
      const named = await nameAccounts(context, session, { accounts })
      return await authorize(context, named, {
        account: accounts[0] ?? '',
        ...(await testDevice(named, options.device ?? `${++devices}`)),
      })
    },
  }
}
