import { merchantCredentials } from '../credentials.ts'
import { coverageStates, riskLevels } from '../risk-levels.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { addressField, coinAndAddress, coinField, count, kytOperation, timestamp } from './kyt-parts.ts'

const strings = Type.Array(Type.String())

/** Operations that the response of the status operation can list. */
export const supportedApis = [
  'status',
  'address_labels',
  'address_overview',
  'risk_score',
  'transactions_investigation',
] as const

/** Risk descriptions that the response to a score request can contain. */
export const riskDescriptions = [
  'Malicious Address',
  'Suspected Malicious Address',
  'High-risk Tag Address',
  'Medium-risk Tag Address',
  'Mixer',
  'Risk Exchange',
  'Gambling',
  'Involved Theft Activity',
  'Involved Ransom Activity',
  'Involved Phishing Activity',
  'Interact With Malicious Address',
  'Interact With Suspected Malicious Address',
  'Interact With High-risk Tag Address',
  'Interact With Medium-risk Tag Addresses',
] as const

/** Supported operations and coins. */
export const KytStatus = Type.Object(
  { support_api: Type.Array(oneOf(supportedApis)), support_coin: strings },
  { title: 'KytStatus' },
)
export type KytStatus = Static<typeof KytStatus>

/** Labels of an address. */
export const AddressLabels = Type.Object(
  { label_list: strings, label_type: Type.String({ description: 'Category of the labels' }) },
  { title: 'AddressLabels' },
)
export type AddressLabels = Static<typeof AddressLabels>

const ActionShare = Type.Object({
  action: Type.String({ description: 'Kind of counterparty' }),
  count,
  proportion: Type.Number({ minimum: 0, maximum: 100, description: 'Percentage, rounded to two decimals' }),
})

/** Kinds of counterparties of an address. */
export const AddressActions = Type.Object(
  { received_txs: Type.Array(ActionShare), spent_txs: Type.Array(ActionShare) },
  { title: 'AddressActions' },
)
export type AddressActions = Static<typeof AddressActions>

/** A counterparty of an address. */
export const Counterparty = Type.Object(
  {
    amount: Type.Number(),
    name: Type.String({ description: 'Entity name, or "Unknown"' }),
    percent: Type.Number({ minimum: 0, maximum: 100 }),
  },
  { title: 'Counterparty' },
)
export type Counterparty = Static<typeof Counterparty>

/** Balance and transaction statistics of an address. */
export const AddressOverview = Type.Object(
  {
    balance: Type.Number({ description: 'Rounded to four decimals' }),
    txs_count: count,
    first_seen: timestamp,
    last_seen: timestamp,
    total_received: Type.Number({ description: 'Rounded to four decimals' }),
    total_spent: Type.Number({ description: 'Rounded to four decimals' }),
    received_txs_count: count,
    spent_txs_count: count,
  },
  { title: 'AddressOverview' },
)
export type AddressOverview = Static<typeof AddressOverview>

function counted<const Members extends readonly string[]>(members: Members) {
  type Properties = { [Member in Members[number]]: ReturnType<typeof listOf<Member>> }
  const properties = Object.fromEntries(members.map((member) => [member, listOf(member)]))
  return Type.Object(properties as unknown as Properties)
}

function listOf<Member extends string>(member: Member) {
  type Properties = { count: typeof count } & { [Key in `${Member}_list`]: typeof strings }
  return Type.Object({ count, [`${member}_list`]: strings } as unknown as Properties)
}

/** Platforms, malicious events and relations of an address. */
export const AddressProfile = Type.Object(
  {
    first_address: Type.String({ description: 'Wallet that funded the first gas fee, or its label' }),
    use_platform: counted(['exchange', 'dex', 'mixer', 'nft']),
    malicious_event: counted(['phishing', 'ransom', 'stealing', 'laundering']),
    relation_info: counted(['wallet', 'ens', 'twitter']),
  },
  { title: 'AddressProfile' },
)
export type AddressProfile = Static<typeof AddressProfile>

/** Fields that the risk score and its explanation share. */
export const riskScoreFields = {
  score: Type.Integer({ minimum: 3, maximum: 100 }),
  hacking_event: Type.String({ description: 'Related security incident, or an empty string' }),
  detail_list: Type.Array(oneOf(riskDescriptions)),
  risk_level: oneOf(riskLevels),
}

/** The data that a risk score is based on. */
export const Coverage = Type.Object(
  {
    state: oneOf(coverageStates, {
      description:
        'complete: the ledger contains the whole history; partial: some transfers may be missing; none: the ledger contains no transfers to or from the address, although some may exist',
    }),
    from: nullable(Type.Integer({ minimum: 0, description: 'Start of the data, in Unix seconds' })),
    to: nullable(Type.Integer({ minimum: 0, description: 'End of the data, in Unix seconds' })),
    as_of: nullable(
      Type.Integer({ minimum: 0, description: 'When a source was last read, in Unix seconds' }),
    ),
    sources: Type.Array(Type.String({ description: 'Kind of source, such as follow or transfers' })),
    note: Type.String({ description: 'The state, described in a sentence' }),
  },
  { title: 'Coverage' },
)
export type Coverage = Static<typeof Coverage>

/** Risk score of an address or a transaction. */
export const RiskScore = Type.Object(
  {
    ...riskScoreFields,
    risk_detail: Type.Array(
      Type.Object({
        label: Type.String(),
        type: Type.String({ examples: ['high_risk', 'medium_risk'] }),
        volume: Type.Number(),
        address: Type.String(),
        percent: Type.Number({ description: 'Fraction of volume' }),
      }),
    ),
    coverage: Coverage,
  },
  { title: 'RiskScore' },
)
export type RiskScore = Static<typeof RiskScore>

const InvestigationUnit = Type.Object(
  {
    address: Type.String({ description: 'Counterparty address' }),
    amount: Type.Number({ description: 'Total transferred, rounded to four decimals' }),
    label: Type.String(),
    tx_hash_list: strings,
    type: Type.Unsafe<1 | 2 | 3 | 4>({
      type: 'integer',
      enum: [1, 2, 3, 4],
      description:
        '1 = externally owned or Bitcoin address, 2 = malicious, 3 = labelled entity, 4 = contract',
    }),
  },
  { title: 'InvestigationUnit' },
)

/** Transfers of an address, grouped by counterparty. */
export const Investigation = Type.Object(
  {
    in: Type.Array(InvestigationUnit),
    out: Type.Array(InvestigationUnit),
    page: Type.Integer({ minimum: 1 }),
    total_pages: count,
    transactions_on_page: Type.Integer({ minimum: 0, maximum: 1000 }),
  },
  { title: 'Investigation' },
)
export type Investigation = Static<typeof Investigation>

/**
 * Request fields for a risk score: an address, a transaction, or a transaction from the perspective of one address.
 */
export const riskRequest = {
  ...merchantCredentials,
  coin: coinField,
  address: Type.Optional(addressField),
  txid: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: "Transaction hash on the coin's network. Omit it if you do not know it",
    }),
  ),
}

/** Address-risk operations. */
export const kytOperations = {
  getKytStatus: kytOperation({
    id: 'getKytStatus',
    path: '/kyt/status',
    scope: 'kyt:read',
    summary: 'Supported operations and coins',
    request: Type.Object(merchantCredentials),
    data: KytStatus,
  }),
  getAddressLabels: kytOperation({
    id: 'getAddressLabels',
    path: '/kyt/address/labels',
    scope: 'kyt:read',
    summary: 'Labels of an address',
    request: Type.Object(coinAndAddress),
    data: AddressLabels,
  }),
  getAddressActions: kytOperation({
    id: 'getAddressActions',
    path: '/kyt/v1/address/actions',
    scope: 'kyt:read',
    summary: 'Kinds of counterparties of an address',
    request: Type.Object(coinAndAddress),
    data: AddressActions,
  }),
  getAddressCounterparty: kytOperation({
    id: 'getAddressCounterparty',
    path: '/kyt/address/counterparty',
    scope: 'kyt:read',
    summary: 'Counterparties of an address, largest first',
    request: Type.Object(coinAndAddress),
    data: Type.Array(Counterparty),
  }),
  getAddressOverview: kytOperation({
    id: 'getAddressOverview',
    path: '/kyt/address/overview',
    scope: 'kyt:read',
    summary: 'Balance and statistics of an address',
    request: Type.Object(coinAndAddress),
    data: AddressOverview,
  }),
  getAddressProfile: kytOperation({
    id: 'getAddressProfile',
    path: '/kyt/v1/address/profile',
    scope: 'kyt:read',
    summary: 'Platforms, malicious events and relations of an address',
    request: Type.Object(coinAndAddress),
    data: AddressProfile,
    envelope: 'profile',
  }),
  getRiskScore: kytOperation({
    id: 'getRiskScore',
    path: '/kyt/risk/score',
    scope: 'kyt:read',
    summary: 'Risk score of an address or a transaction, with reasons',
    request: Type.Object(riskRequest),
    data: RiskScore,
  }),
  investigateTransactions: kytOperation({
    id: 'investigateTransactions',
    path: '/kyt/transactions/investigation',
    scope: 'kyt:read',
    summary: 'Incoming and outgoing transfers of an address, grouped by counterparty',
    request: Type.Object({
      ...coinAndAddress,
      start_timestamp: Type.Optional(timestamp),
      end_timestamp: Type.Optional(timestamp),
      type: Type.Optional(oneOf(['in', 'out', 'all'], { default: 'all' })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1 })),
    }),
    data: Investigation,
  }),
}
