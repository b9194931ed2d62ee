import type { CommandName } from '@touchstone/runtime'

/** Every operator command and its log entry, or null if it changes nothing. */
export const commandEntries: Readonly<Record<CommandName, string | null>> = {
  ...{ 'member add': 'member.invited', 'member remove': 'member.uninvited', 'member list': null },
  ...{ 'sso set': 'sso.set-up', 'sso remove': 'sso.removed', 'sso show': null, 'sso check': null },
  ...{ 'merchant create': 'merchant.created', 'merchant update': 'merchant.changed', 'merchant list': null },
  ...{ 'key rotate': 'key.rotated', 'key revoke': 'key.revoked', 'key list': null },
  ...{ 'key add': 'key.added', 'key update': 'key.changed' },
  ...{ 'program create': 'program.created', 'program activate': 'program.changed' },
  ...{ 'program update': 'program.changed', 'program list': null, 'journey restart': 'journey.restarted' },
  ...{ 'user forget': 'people.forgotten', 'user request': 'people.request-decided', 'user show': null },
  ...{ 'user lift-ending': 'people.ending-lifted', 'merchant agents': 'agents.changed' },
  ...{ 'review decide': 'review.decided', 'review pictures': 'review.pictures-seen', 'rule test': null },
  ...{ 'review screen-again': 'people.screened-again', 'review rule': 'reviews.rule-changed' },
  'case rule': 'cases.rule-changed',
  ...{ 'review list': null, 'review show': null, 'faces list': null, screen: null, 'journey stuck': null },
  ...{ 'provider add': 'provider.added', 'provider remove': 'provider.removed', 'provider list': null },
  ...{ 'policy set': 'policy.changed', 'policy remove': 'policy.removed', 'policy show': null },
  ...{ 'webhook secret': 'webhook.secret-made', 'webhook url': 'webhook.url-changed' },
  ...{ 'webhook retry': 'webhook.sent-again', 'webhook dead': null, 'webhook test': 'webhook.tested' },
  ...{ 'endpoint add': 'webhook.endpoint-added', 'endpoint update': 'webhook.endpoint-changed' },
  ...{
    'endpoint remove': 'webhook.endpoint-removed',
    'endpoint list': null,
    'transfer decide': 'transfer.decided',
    'transfer rule': 'transfers.rule-changed',
  },
  ...{ 'import transfers': 'ledger.imported', 'import ethereum-etl': 'ledger.imported' },
  ...{ 'import bitcoin-etl': 'ledger.imported', 'import labels': 'ledger.imported', 'rule list': null },
  ...{ 'import prices': 'ledger.imported', 'import follow': 'ledger.followed', fetch: 'ledger.fetched' },
  ...{
    'ledger reset': 'ledger.reset',
    'report save': 'report.saved',
    'report verify': null,
    'watch resume': 'watches.resumed',
    'transfer list': null,
  },
  ...{ 'source add': 'source.added', 'source remove': 'source.removed', 'source list': null },
  ...{ 'list import': 'list.imported', 'list show': null, 'source test': null, 'transfer show': null },
  ...{ 'audit restart': 'audit.restarted', 'audit verify': null, 'audit heads': null },
  ...{ 'audit send': null, 'audit compare': null },
  ...{ 'secret rotate': 'secret.rotated', 'issuer rotate': 'issuer.rotated', 'issuer list': null },
  ...{ 'chain deploy': 'chain.deployed', 'chain status': null, 'chain verify-account': null },
  ...{ 'store migrate': 'store.migrated', 'store recount': 'store.recounted', 'service check': null },
  ...{ 'backup copy': null, 'store facts': null },
}

/** Commands that cannot run in the test of the audit log, and the tests that run them. */
export const elsewhere: Partial<Record<CommandName, string>> = {
  ...{ 'import follow': 'dashboard-health.nightly.test.ts', fetch: 'fetch.test.ts' },
  'secret rotate': 'secret-rotate.nightly.test.ts',
  ...{ 'sso set': 'dashboard-sso.test.ts', 'sso remove': 'dashboard-sso.test.ts' },
  'transfer decide': 'customer-transfers.test.ts',
  ...{ 'store migrate': 'cli.test.ts', 'user lift-ending': 'merchant-endings.test.ts' },
  ...{ 'audit restart': 'cli.test.ts', 'user request': 'known-person.test.ts' },
  ...{ 'source add': 'source-keys.test.ts', 'source remove': 'source-keys.test.ts' },
}

/** The lines of the files that the commands in the test of the audit log read. */
export const commandFiles = (address: string) => ({
  transfers: [
    'coin,tx_hash,position,block,timestamp,from,to,amount',
    `ETH,0x${'1'.repeat(64)},0,100,1700000000,,${address},10`,
  ],
  labels: [
    'network,address,entity,label,category,incident,source,confidence',
    `ETH,${address},Mallory,Wallet,theft,,a test,90`,
  ],
  prices: ['coin,date,usd', 'ETH,2020-01-01,130'],
  people: ['id,name', 'A1,Nemo Outis'],
  policy: [JSON.stringify({ version: 'own-1', dust_usd: 5 })],
  mined: [
    JSON.stringify({
      ...{ hash: 'ab'.repeat(32), block_number: 9, block_timestamp: 1_700_000_000, is_coinbase: true },
      ...{ inputs: [], outputs: [{ index: 0, script_hex: '00', type: 'pubkeyhash', value: 600 }] },
    }),
  ],
})
/** POST routes about address risk that only read. */
export const riskReads = [
  ...['search', 'address', 'score', 'fetch', 'expand', 'name', 'transaction', 'transfers', 'path'].map(
    (name) => `explorer/${name}`,
  ),
  ...['risk', 'risk/transfers', 'questions/list', 'reports/list', 'reports/show'],
  ...['screenings/download', 'watches/list'],
].map((path) => `/merchants/:mchNo/${path}`)

const bySso = (action: string) => ({ action, shownIn: 'dashboard-sso.test.ts' })
/** POST routes for single sign-on. */
export const ssoRoutes = {
  ...({ '/sign-in/sso/begin': { reads: true }, '/merchants/:mchNo/sso/check': { reads: true } } as const),
  ...{ '/sign-in/sso': bySso('sso.signed-in'), '/merchants/:mchNo/sso': bySso('sso.set-up') },
  '/merchants/:mchNo/sso/require': bySso('sso.required'),
  '/merchants/:mchNo/sso/remove': bySso('sso.removed'),
}
