import { merchantCredentials } from '../credentials.ts'
import { riskLevels } from '../risk-levels.ts'
import { transferDecisions } from '../risk-policy.ts'
import { oneOf, type Static, Type } from '../schema.ts'
import { Coverage } from './kyt.ts'
import { addressField, coinField, kytOperation } from './kyt-parts.ts'

const strings = Type.Array(Type.String())

/** Reasons why a transfer is not allowed at once. */
export const transferReasons = [
  'recipient_risk',
  'spender_risk',
  'contract_risk',
  'frozen_address',
  'look_alike',
  'unlimited_approval',
  'unknown_calldata',
  'malformed_calldata',
  'unknown_contract',
  'calldata_mismatch',
  'token_contract',
  'too_many_addresses',
  'no_data',
  'partial_data',
] as const
export type TransferReason = (typeof transferReasons)[number]

/** Roles of an address in a transfer. */
export const transferRoles = ['sender', 'recipient', 'spender', 'contract'] as const

/** Result of checking a transfer before it is signed. */
export const TransferCheck = Type.Object(
  {
    decision: oneOf(transferDecisions, { description: 'The strictest decision among all reasons' }),
    reasons: Type.Array(
      Type.Object({
        code: oneOf(transferReasons),
        decision: oneOf(transferDecisions),
        address: Type.String({ description: 'Address that the reason is about, or an empty string' }),
        text: Type.String(),
      }),
    ),
    actions: Type.Array(
      Type.Object({
        kind: oneOf(['transfer', 'approval', 'revocation']),
        contract: Type.String({ description: "Token contract. Empty for the network's native coin" }),
        address: Type.String({ description: 'Recipient or spender' }),
        amount: Type.String({
          description: 'In the smallest unit. Empty for individual items and for all tokens of a collection',
        }),
        unlimited: Type.Boolean(),
      }),
      { description: 'What the transaction does, read from the calldata' },
    ),
    addresses: Type.Array(
      Type.Object({
        role: oneOf(transferRoles),
        address: Type.String(),
        score: Type.Integer({ minimum: 3, maximum: 100 }),
        risk_level: oneOf(riskLevels),
        label_list: strings,
        coverage: Coverage,
      }),
    ),
    policy_version: Type.String(),
  },
  { title: 'TransferCheck' },
)
export type TransferCheck = Static<typeof TransferCheck>

/** Operation that checks a transfer before it is signed. */
export const transferOperations = {
  checkTransfer: kytOperation({
    id: 'checkTransfer',
    path: '/kyt/v1/transfer/check',
    scope: 'kyt:read',
    summary: "Decision on a transfer before it is signed, according to the merchant's policy, with reasons",
    request: Type.Object({
      ...merchantCredentials,
      coin: coinField,
      from: Type.String({ ...addressField, description: 'Sender' }),
      to: Type.String({
        ...addressField,
        description: 'Recipient. With calldata, the contract that the transaction calls',
      }),
      amount: Type.String({
        pattern: '^[0-9]{1,40}(\\.[0-9]{1,36})?$',
        description: 'Amount of the coin as a decimal',
        examples: ['12.5'],
      }),
      calldata: Type.Optional(
        Type.String({
          pattern: '^0x([0-9a-fA-F]{2})*$',
          maxLength: 50_000,
          description: 'Input data of the transaction, on EVM networks',
        }),
      ),
    }),
    data: TransferCheck,
  }),
}
