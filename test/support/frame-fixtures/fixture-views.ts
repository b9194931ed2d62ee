import type { FailureScreen, FrameStep, FrameView, Stage } from '@touchstone/contract'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const minute = 60_000

const base: Omit<FrameView, 'step' | 'stage' | 'version'> = {
  merchant: { name: 'Northwind Exchange' },
  program: {
    programNo: '202611150001',
    name: 'Full verification',
    kind: 'KYC',
    checks: ['sanction', 'age', 'citizenship', 'location', 'unique'],
    theme: 'auto',
  },
  chainId: '137',
  stages: ['authorize', 'login', 'document', 'liveness', 'location', 'screening', 'proof', 'mint', 'consent'],
  login: 'a…z@example.com',
  deviceChallenge: 'Touchstone: the wallet of this device is here, for session 7.',
  holdsWallet: true,
  shared: true,
  yourData: 'shown',
  device: 'own',
  handsOff: true,
}

const supported = { name: 'Northwind Exchange', support: 'help@northwind.example' }

const passed = (...checks: string[]) => checks.map((check) => ({ check, passed: true }))

/** The failures that a server can report. The page itself detects all other failures. */
const failures: Partial<Record<FailureScreen, [Stage, string]>> = {
  'face-recognition': ['liveness', 'face.eyes-closed'],
  'existing-faceprint': ['liveness', 'face.known-already'],
  'faceprint-server': ['liveness', 'faceprint.unavailable'],
  'slow-line': ['liveness', 'face.slow-line'],
  unknown: ['mint', 'chain.mint-failed'],
  ocr: ['document', 'picture.glare'],
  'face-mismatch': ['liveness', 'face.other-than-document'],
  'faceprint-mismatch': ['liveness', 'face.other-than-meid'],
  'not-eligible': ['document', 'citizenship.barred'],
  'location-denied': ['location', 'location.inaccurate'],
  'address-proof': ['address', 'date.too-old'],
  'investor-statement': ['investor', 'statement.expired'],
  'approval-failed': ['mint', 'chain.approval-failed'],
}
const negative = new Set(['existing-faceprint', 'face-mismatch', 'faceprint-mismatch', 'not-eligible'])

/**
 * Returns a view for each step and for each failure that a server can report. Times in the views are relative
 * to `now`.
 */
export function fixtureViews(now: number): Record<string, FrameView> {
  const views: Record<string, FrameView> = {}
  const add = (name: string, stage: Stage, step: FrameStep, other: Partial<FrameView> = {}) => {
    views[name] = { ...base, ...other, stage, step, version: name }
  }
  const handOff = { expiresAt: now + 60 * minute }
  add('authorize', 'authorize', {
    name: 'authorize',
    asks: base.stages,
    keeps: [
      { what: 'document', days: 0 },
      { what: 'face', days: 0 },
      { what: 'faceprint', days: 365 },
      { what: 'result', days: 365 },
    ],
    sees: ['email', 'status'],
    loginMode: 'email',
    checkAddress: false,
    account: { value: wallet, network: 'Polygon' },
    needs: [],
    again: false,
  })
  const authorized = views.authorize?.step as Extract<FrameStep, { name: 'authorize' }>
  const { account: _, ...unnamed } = authorized
  add('authorize-unnamed', 'authorize', unnamed)
  add('authorize-again', 'authorize', { ...authorized, checkAddress: true, again: true })
  add('authorize-problem', 'authorize', {
    ...authorized,
    account: { value: 'ada@example.com' },
    problem: 'evm-wallet-needed',
  })
  add(
    'authorize-wallet',
    'authorize',
    {
      name: 'authorize',
      asks: ['login', 'liveness', 'consent'],
      keeps: [{ what: 'faceprint', days: 1 }],
      sees: ['wallet', 'status'],
      loginMode: 'wallet',
      checkAddress: true,
      account: { value: wallet, network: 'Polygon' },
      needs: ['signMessage'],
      again: false,
    },
    {
      program: { ...base.program, kind: 'MeID' },
      stages: ['authorize', 'login', 'liveness', 'proof', 'mint', 'consent'],
    },
  )
  add('login-email', 'login', { name: 'login-email' })
  add('login-code', 'login', {
    name: 'login-code',
    sentTo: 'a…z@example.com',
    resendAt: now + minute / 2,
    expiresAt: now + 10 * minute,
    codeLength: 6,
    triesLeft: 5,
    mailbox: true,
  })
  add('login-wallet', 'login', {
    name: 'login-wallet',
    accounts: [wallet, '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  })
  add('check-address', 'login', { name: 'check-address', account: wallet })
  add(
    'test',
    'test',
    {
      name: 'test',
      outcomes: ['pass', 'review', 'listed', 'expire', 'fail-age', 'fail-face'],
      specimens: [
        { file: 'specimen-pass.jpg', outcome: 'pass' },
        { file: 'specimen-fail-age.jpg', outcome: 'fail-age' },
      ],
    },
    {
      program: { ...base.program, test: true },
      stages: ['authorize', 'login', 'test', 'proof', 'mint', 'consent'],
      handsOff: false,
    },
  )
  add('document', 'document', { name: 'document', kinds: ['passport', 'id-card', 'visa'] })
  const fields = {
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    number: 'L898902C3',
    nationality: 'FIN',
    birthDate: '1974-08-12',
    sex: 'F',
    expiryDate: '2032-04-15',
    issuingState: 'FIN',
  }
  const editable = ['surname', 'givenNames'] as const
  add('document-confirm', 'document', {
    name: 'document-confirm',
    kind: 'passport',
    fields,
    countries: { nationality: 'FI', issuingState: 'FI' },
    editable: [...editable],
    refused: [],
  })
  add('document-confirm-refused', 'document', {
    name: 'document-confirm',
    kind: 'passport',
    fields,
    countries: { nationality: 'FI', issuingState: 'FI' },
    editable: [...editable],
    refused: ['surname', 'givenNames'],
  })
  add('document-review', 'document', { name: 'document-review', days: 7 })
  add('document-kept', 'document', { name: 'document', kinds: ['passport', 'id-card'], keptDays: 7 })
  add('liveness', 'liveness', { name: 'liveness' })
  add('liveness-supported', 'liveness', { name: 'liveness' }, { merchant: supported })
  const colourFree = { chosen: false, days: 7 }
  add('liveness-offered', 'liveness', { name: 'liveness', colourFree })
  add('liveness-colour-free', 'liveness', { name: 'liveness', colourFree: { ...colourFree, chosen: true } })
  add('location', 'location', { name: 'location' })
  const ofAddress = {
    program: { ...base.program, kind: 'PoA' as const },
    stages: ['authorize', 'login', 'address', 'proof', 'mint', 'consent'] as Stage[],
  }
  add('address', 'address', { name: 'address' }, ofAddress)
  const ofInvestor = {
    program: { ...base.program, kind: 'PoAI' as const },
    stages: ['authorize', 'login', 'investor', 'proof', 'mint', 'consent'] as Stage[],
  }
  const providers = [
    { id: 'demo', name: 'Meridian Records', description: '' },
    { id: 'other', name: 'Harbour Statements', description: '' },
  ]
  add('investor', 'investor', { name: 'investor', providers }, ofInvestor)
  add('investor-none', 'investor', { name: 'investor', providers: [] }, ofInvestor)
  add('working', 'screening', {
    name: 'working',
    works: [
      { name: 'screening', state: 'done' },
      { name: 'issue', state: 'running' },
      { name: 'mint', state: 'waiting' },
      { name: 'on-chain', state: 'waiting' },
    ],
  })
  add('review-sanction', 'screening', { name: 'review', what: 'sanction', since: now - 90 * minute })
  add('review-faceprint', 'liveness', { name: 'review', what: 'faceprint', since: now - 90 * minute })
  add('review-liveness', 'liveness', { name: 'review', what: 'liveness', since: now - 90 * minute })
  add('request-move', 'consent', {
    ...{ name: 'request', what: 'move', due: now + 1_400 * minute, objected: false },
    ...{ decides: ['object'], face: true },
  })
  add(
    'request-objected',
    'consent',
    {
      ...{ name: 'request', what: 'forget', due: now + 1_400 * minute, objected: true },
      ...{ decides: ['cancel', 'continue'], face: false },
    },
    {
      login: '0x52…9EE7',
      notices: (['move-asked', 'device', 'hand-off'] as const).map((kind, index) => ({
        ...{ kind, at: now - (index + 1) * 90 * minute },
      })),
    },
  )
  add('reserved', 'liveness', { name: 'reserved', until: now + 100_000 * minute })
  add('review-identity', 'liveness', { name: 'review', what: 'identity', since: now - 90 * minute })
  add('review-document', 'document', { name: 'review', what: 'document', since: now - 90 * minute })
  const since = now - 90 * minute
  add('review-held', 'screening', { name: 'review', what: 'sanction', since, held: 'person' })
  add('review-held-network', 'liveness', { name: 'review', what: 'faceprint', since, held: 'network' })
  add('review-full', 'document', { name: 'review-full', what: 'document', full: 'person' })
  add('review-full-network', 'liveness', { name: 'review-full', what: 'liveness', full: 'network' })
  add('prove', 'proof', {
    name: 'prove',
    credential: { commitment: '1' },
    questions: {},
    context: { merchant: '1', program: '2', wallet: '3', chain: '137', today: '20261115', challenge: '4' },
  })
  const missing = { name: 'wallet-missing', commitment: '12345' } as const
  const unproven = { holdsWallet: false, handsOff: false }
  add('wallet-missing', 'proof', { ...missing, face: true }, { ...unproven, yourData: 'face' })
  add('wallet-lost', 'proof', { ...missing, face: false }, { ...unproven, yourData: 'hidden' })
  add('approve', 'mint', {
    name: 'approve',
    transaction: {
      chainId: '137',
      from: wallet,
      to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      data: '0x',
      value: '0',
    },
  })
  add('consent', 'consent', {
    name: 'consent',
    shares: passed('sanction', 'age', 'citizenship', 'location', 'unique'),
    sees: ['email', 'status'],
    minimumAge: 18,
    account: wallet,
    network: 'Polygon',
    reused: false,
    further: false,
  })
  add('consent-reused', 'consent', {
    name: 'consent',
    shares: passed('sanction', 'age'),
    sees: ['email', 'status'],
    minimumAge: 18,
    account: 'ada@example.com',
    reused: true,
    further: false,
  })
  const shares = passed('unique')
  const sees: ['wallet', 'status'] = ['wallet', 'status']
  const further = { name: 'consent', shares, sees, account: wallet, network: 'Polygon' } as const
  const byWallet = { login: '0x52…9EE7' }
  add('consent-further', 'consent', { ...further, reused: false, further: true }, byWallet)
  for (const [name, movableAt] of [
    ['consent-move', 0],
    ['consent-moved', now + 20 * 24 * 60 * minute],
    ['consent-approved', null],
  ] as const) {
    const bound = { account: '0x12…ab', movableAt }
    add(name, 'consent', { ...further, reused: false, further: true, bound }, byWallet)
  }
  add('done', 'consent', {
    name: 'done',
    finished: {
      verifiedAddress: wallet.toLowerCase(),
      programNo: base.program.programNo,
      kycResults: {
        kycStatus: 'KYC Passed',
        verifierValues: { sanction: true, age: true, citizenship: true, location: true, unique: true },
      },
    },
    tokens: [{ chainId: '137', network: 'Polygon', tokenId: '1042' }],
    completedAt: now - minute,
  })
  for (const [screen, [stage, reason]] of Object.entries(failures) as [FailureScreen, [Stage, string]][]) {
    const retry = negative.has(screen) ? 'start' : 'step'
    const other = { address: ofAddress, investor: ofInvestor }[stage as string] ?? {}
    add(`failed-${screen}`, stage, { name: 'failed', screen, reason, retry, attemptsLeft: 2 }, other)
  }
  add('paused', 'liveness', {
    name: 'paused',
    screen: 'face-recognition',
    reason: 'face.too-dark',
    until: now + 15 * minute,
  })
  add(
    'hand-off',
    'document',
    { name: 'document', kinds: ['passport'] },
    { handOff: { ...handOff, state: 'offered' } },
  )
  add(
    'hand-off-digits',
    'document',
    { name: 'document', kinds: ['passport'] },
    { handOff: { ...handOff, state: 'claimed', digits: '4815' } },
  )
  add(
    'on-phone',
    'document',
    { name: 'on-phone', step: 'document' },
    { handOff: { ...handOff, state: 'confirmed' } },
  )
  for (const [name, agreed] of [
    ['phone-agree', false],
    ['phone-confirm', true],
  ] as const) {
    const asks: Stage[] = ['document', 'liveness']
    add(name, 'document', { name: 'phone-confirm', digits: '4815', agreed, asks }, { device: 'phone' })
  }
  add('phone-done', 'document', { name: 'phone-done', declined: false }, { device: 'phone' })
  add('phone-declined', 'document', { name: 'phone-done', declined: true }, { device: 'phone' })
  add('withdrawn', 'consent', { name: 'withdrawn', at: now, complete: false }, { shared: false })
  add('forgotten', 'consent', {
    name: 'forgotten',
    receipt: {
      receiptId: 'rcp_7f3c2a91d0',
      at: now,
      complete: true,
      removed: {
        faceprints: 1,
        accounts: 2,
        journeys: 3,
        tokens: [{ chainId: '137', tokenId: '1042', burnt: true }],
      },
    },
  })
  return views
}
