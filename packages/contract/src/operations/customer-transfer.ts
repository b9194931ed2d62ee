import { merchantCredentials } from '../credentials.ts'
import { riskLevels } from '../risk-levels.ts'
import { oneOf, type Static, Type } from '../schema.ts'
import {
  customerTransferDecisions,
  directnesses,
  transferDirections,
  verificationStates,
} from '../transfer-rules.ts'
import { Coverage } from './kyt.ts'
import { addressField, coinField, count, kytOperation, timestamp } from './kyt-parts.ts'

/** Number of transfers on a page of the list. */
export const transfersOnPage = 50

const reference = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[\\x21-\\x7e]+$',
  description: "The merchant's own number of the transfer, unique per merchant. Makes the call idempotent",
})
const customer = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[^\\x00-\\x1f\\x7f]+$',
  description: "The merchant's own number of the customer. Stored encrypted",
})
const decision = oneOf(customerTransferDecisions)
const money = (description: string) =>
  Type.String({ pattern: '^([0-9]+\\.[0-9]{6})?$', description: `${description}, in USD with six decimals` })

const AppliedRule = Type.Object({
  name: Type.String(),
  action: decision,
  decided: Type.Boolean({ description: 'Whether the decision is that of this rule' }),
  text: Type.String({ description: 'The rule as a sentence' }),
  values: Type.Array(Type.Object({ fact: Type.String(), text: Type.String() }), {
    description: 'The values because of which the rule applies',
  }),
})

const Exposure = Type.Object({
  category: Type.String({ description: 'Label category' }),
  directness: oneOf(directnesses),
  side: oneOf(['received', 'sent', ''], { description: 'Empty for the own label' }),
  usd: money('Exposure. Empty for the own label and if the coin has no price'),
  share: Type.String({
    pattern: '^[0-9]+\\.[0-9]{6}$',
    description: 'Fraction of the funds that the counterparty received or sent',
  }),
})

const decidedFields = {
  decision,
  amount_usd: money('Value of the transfer. Empty if the coin has no price'),
  dust: Type.Boolean({ description: 'Whether the deposit is too small to say anything about the customer' }),
  rules: Type.Array(AppliedRule, { description: 'Rules that apply, in the order in which they decide' }),
  shadow_decision: oneOf(customerTransferDecisions, {
    description: 'The decision if the rules in shadow mode were in force',
  }),
  shadow_rules: Type.Array(AppliedRule, { description: 'Rules in shadow mode that would apply' }),
  score: Type.Integer({ minimum: 3, maximum: 100, description: 'Risk score of the counterparty' }),
  risk_level: oneOf(riskLevels),
  exposure: Type.Array(Exposure, { description: 'Exposure of the counterparty by category' }),
  coverage: Coverage,
  verification: oneOf([...verificationStates, 'unknown'], {
    description: "The customer's verification with this merchant when the transfer was decided",
  }),
  customer_country: Type.String({ description: 'As sent by the merchant, or an empty string' }),
  model: Type.Object(
    {
      score_version: Type.String(),
      policy_version: Type.String(),
      policy_fingerprint: Type.String(),
      ledger_version: count,
      label_version: count,
      price_version: count,
    },
    { description: 'The versions on which the decision is based' },
  ),
}

/** A customer's transfer with the current decision. */
export const CustomerTransfer = Type.Object(
  {
    reference: Type.String(),
    customer: Type.String(),
    direction: oneOf(transferDirections),
    coin: Type.String(),
    address: Type.String({ description: 'Address of the counterparty in canonical form' }),
    txid: Type.String({ description: 'Empty if it was not sent' }),
    amount: Type.String({ description: 'Exact decimal' }),
    time: timestamp,
    attempt: Type.Boolean({ description: 'A withdrawal that is not confirmed yet' }),
    ...decidedFields,
    decided_by: oneOf(['rules', 'member'], { description: 'Who made the current decision' }),
    decided_at: timestamp,
    note: Type.String({ description: "A member's note, or an empty string" }),
  },
  { title: 'CustomerTransfer' },
)
export type CustomerTransfer = Static<typeof CustomerTransfer>

const TransferDecided = Type.Object({
  at: timestamp,
  by: oneOf(['rules', 'member']),
  member: Type.String({ description: 'Name of the member, or an empty string' }),
  note: Type.String(),
  ...decidedFields,
})

/** A customer's transfer with all decisions on it, each as it was made. */
export const CustomerTransferHistory = Type.Object(
  {
    transfer: CustomerTransfer,
    decisions: Type.Array(TransferDecided, { description: 'Oldest first' }),
  },
  { title: 'CustomerTransferHistory' },
)
export type CustomerTransferHistory = Static<typeof CustomerTransferHistory>

/** A page of a merchant's transfers. */
export const CustomerTransferList = Type.Object(
  {
    transfer_list: Type.Array(CustomerTransfer),
    next: Type.String({ description: 'Cursor of the next page, or an empty string' }),
  },
  { title: 'CustomerTransferList' },
)
export type CustomerTransferList = Static<typeof CustomerTransferList>

const Sums = Type.Object({
  count,
  usd: money('Sum of the transfers whose coin has a price'),
  unpriced: Type.Integer({ minimum: 0, description: 'Number of transfers whose coin has no price' }),
})

/** What a merchant's transfers show about a customer. */
export const CustomerSummary = Type.Object(
  {
    customer: Type.String(),
    account: Type.String({ description: 'Account in the verification, or an empty string' }),
    verification: oneOf([...verificationStates, 'unknown']),
    deposits: Sums,
    withdrawals: Sums,
    first_transfer: timestamp,
    last_transfer: timestamp,
    highest_score: Type.Integer({ minimum: 3, maximum: 100 }),
    highest_risk_level: oneOf(riskLevels),
    decisions: Type.Object({ allow: count, hold: count, block: count }),
    counterparties: Type.Array(
      Type.Object({
        coin: Type.String({ description: 'A coin of the network of the address' }),
        address: Type.String(),
        count,
        usd: money('Sum'),
        score: Type.Integer({ minimum: 3, maximum: 100, description: 'The highest score of the address' }),
      }),
      { maxItems: 100, description: 'The largest counterparties' },
    ),
    history: Type.Array(
      Type.Object({
        at: timestamp,
        reference: Type.String(),
        decision,
        by: oneOf(['rules', 'member']),
      }),
      { maxItems: 100, description: 'The newest decisions' },
    ),
  },
  { title: 'CustomerSummary' },
)
export type CustomerSummary = Static<typeof CustomerSummary>

/** Operations on customers' transfers. */
export const customerTransferOperations = {
  registerTransfer: kytOperation({
    id: 'registerTransfer',
    path: '/kyt/v1/transfers/register',
    scope: 'transfers:write',
    summary: "Registers a customer's deposit or withdrawal and decides on it",
    request: Type.Object({
      ...merchantCredentials,
      reference,
      customer,
      direction: oneOf(transferDirections),
      coin: coinField,
      address: Type.String({
        ...addressField,
        description: 'The counterparty: sender of a deposit, recipient of a withdrawal',
      }),
      amount: Type.String({
        pattern: '^[0-9]{1,40}(\\.[0-9]{1,36})?$',
        description: 'Amount of the coin as a decimal',
        examples: ['12.5'],
      }),
      txid: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 256,
          description:
            'Transaction hash. A withdrawal is confirmed by registering it again with its txid and without attempt',
        }),
      ),
      time: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Time of the transfer in Unix seconds. Default: now' }),
      ),
      attempt: Type.Optional(
        Type.Boolean({ description: 'A withdrawal that is not sent yet. It has no txid' }),
      ),
      account: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 256,
          description: "The customer's account in your verification, to link the two",
        }),
      ),
      customer_country: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{2}$',
          description: "The customer's country as you know it, an ISO 3166-1 code",
        }),
      ),
    }),
    data: CustomerTransfer,
  }),
  listTransfers: kytOperation({
    id: 'listTransfers',
    path: '/kyt/v1/transfers/list',
    scope: 'transfers:read',
    summary: "The merchant's registered transfers, newest first",
    request: Type.Object({
      ...merchantCredentials,
      decision: Type.Optional(decision),
      customer: Type.Optional(customer),
      order: Type.Optional(oneOf(['newest', 'oldest'], { description: 'Default: newest' })),
      cursor: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,18}$', description: 'next of the previous page' }),
      ),
    }),
    data: CustomerTransferList,
  }),
  getTransfer: kytOperation({
    id: 'getTransfer',
    path: '/kyt/v1/transfers/get',
    scope: 'transfers:read',
    summary: 'A registered transfer with all decisions on it, each as it was made',
    request: Type.Object({ ...merchantCredentials, reference }),
    data: CustomerTransferHistory,
  }),
  decideTransfer: kytOperation({
    id: 'decideTransfer',
    path: '/kyt/v1/transfers/decide',
    scope: 'transfers:write',
    summary: "Records a member's decision on a transfer",
    request: Type.Object({
      ...merchantCredentials,
      reference,
      decision,
      note: Type.String({ minLength: 1, maxLength: 2000, description: 'The reason. Stored encrypted' }),
      member: Type.Optional(
        Type.String({ minLength: 1, maxLength: 128, description: 'Who decided, in your own words' }),
      ),
    }),
    data: CustomerTransfer,
  }),
  getCustomer: kytOperation({
    id: 'getCustomer',
    path: '/kyt/v1/customers/get',
    scope: 'transfers:read',
    summary: "A customer's sums, counterparties, highest risk, decisions and linked verification",
    request: Type.Object({ ...merchantCredentials, customer }),
    data: CustomerSummary,
  }),
}

/** A transfer that the operation `registerTransfer` registers. */
export type NewCustomerTransfer = Omit<
  Static<(typeof customerTransferOperations)['registerTransfer']['request']>,
  'mchNo' | 'apiKey'
>
