import { merchantCredentials, programNoField } from '../credentials.ts'
import { defineOperation } from '../operation.ts'
import { MillisecondText, nullable, oneOf, type Static, Type, Verdict } from '../schema.ts'
import {
  accreditedInvestorStatuses,
  addressProofStatuses,
  kycStatuses,
  usersListStatuses,
} from '../statuses.ts'

export const usersPerPage = 50

const accountField = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'Wallet address (recommended), e-mail or other unique identifier of the user',
  examples: ['0x52908400098527886e0f7030069857d2e4169ee7'],
})

const chainIdField = Type.String({ description: 'A supported chain id', examples: ['137'] })

export const Statistics = Type.Object(
  {
    kyc_participants: Type.Integer({ minimum: 0 }),
    kyc_verified: Type.Integer({ minimum: 0 }),
    kyc_participants_daily: Type.Array(
      Type.Object({
        date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
        participants: Type.Integer({ minimum: 0 }),
      }),
    ),
    kyc_verified_daily: nullable(
      Type.Array(
        Type.Object({
          date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
          verified: Type.Integer({ minimum: 0 }),
        }),
      ),
    ),
    meid_count: Type.Integer({ minimum: 0 }),
  },
  { title: 'Statistics', description: 'Days are UTC' },
)
export type Statistics = Static<typeof Statistics>

export const ClientUserIdentifier = Type.Object(
  {
    blockchainId: Type.Integer({ description: 'Numeric chain id' }),
    network: Type.String({ description: 'Chain name' }),
    tokenId: Type.String({ description: 'Id of the soulbound token minted on that chain' }),
    userId: Type.String({ description: "E-mail or other non-wallet identifier from the client's system" }),
    walletAddress: Type.String(),
  },
  { title: 'ClientUserIdentifier' },
)
export type ClientUserIdentifier = Static<typeof ClientUserIdentifier>

export const User = Type.Object(
  {
    clientUserIdentifier: Type.Array(ClientUserIdentifier, {
      description: 'Empty until the user shared the result',
    }),
    completedTimeUnix: MillisecondText,
    ssiWallet: Type.String({ description: 'SSI wallet address bound to the user' }),
    status: oneOf(usersListStatuses),
    svcAccount: Type.String({ description: 'The e-mail used to log in to the service' }),
    svcId: Type.String({ description: 'Unique user id' }),
  },
  { title: 'User' },
)
export type User = Static<typeof User>

export const UsersPage = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'Users matched' }),
    totalPage: Type.Integer({ minimum: 0 }),
    users: Type.Array(User, { maxItems: usersPerPage }),
  },
  { title: 'UsersPage' },
)
export type UsersPage = Static<typeof UsersPage>

export const VerifierValues = Type.Object(
  {
    sanction: Verdict,
    age: Verdict,
    citizenship: Verdict,
    location: Verdict,
    unique: Verdict,
  },
  { title: 'VerifierValues', description: 'null = that check is not configured for the program' },
)
export type VerifierValues = Static<typeof VerifierValues>

export const KycResult = Type.Object(
  {
    svc_id: Type.String(),
    kycStatus: oneOf(kycStatuses),
    kycCompleteTimeUnix: MillisecondText,
    ssiAddress: Type.String(),
    verifierValues: VerifierValues,
  },
  { title: 'KycResult' },
)
export type KycResult = Static<typeof KycResult>

export const AddressProofResult = Type.Object(
  {
    completedTimeUnix: MillisecondText,
    ssiAddress: Type.String(),
    status: oneOf(addressProofStatuses),
    verifierValues: Type.Object({ countryRegion: Verdict }),
    svcId: Type.String(),
  },
  { title: 'AddressProofResult' },
)
export type AddressProofResult = Static<typeof AddressProofResult>

export const AccreditedInvestorResult = Type.Object(
  {
    poaiCompletedTimeUnix: MillisecondText,
    poaiStatus: oneOf(accreditedInvestorStatuses),
    ssiAddress: Type.String(),
    svcId: Type.String(),
  },
  { title: 'AccreditedInvestorResult' },
)
export type AccreditedInvestorResult = Static<typeof AccreditedInvestorResult>

export const getStatistics = defineOperation({
  id: 'getStatistics',
  surface: 'openapi',
  method: 'GET',
  path: '/kyc/v1/status',
  group: 'Verification status',
  summary: 'How many users took part and were verified, in all and per day',
  envelope: 'common',
  credentials: 'query-or-headers',
  request: Type.Object({
    mch_no: Type.Optional(Type.String({ description: 'Merchant number; or the header of the same name' })),
    api_key: Type.Optional(
      Type.String({ description: 'API key; or the header of the same name, which wins' }),
    ),
  }),
  data: Statistics,
})

export const getUsersList = defineOperation({
  id: 'getUsersList',
  surface: 'admin-gateway',
  method: 'POST',
  path: '/zkseradmin/openapi/kyc/getUsersList',
  group: 'Verification status',
  summary: 'The users of a program, newest activity first, 50 a page',
  envelope: 'gateway',
  credentials: 'body',
  request: Type.Object({
    ...merchantCredentials,
    programNo: programNoField,
    page: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Page 1 holds users 1 to 50' }),
  }),
  data: UsersPage,
})

export const queryKycResult = defineOperation({
  id: 'queryKycInfoByAddress',
  surface: 'admin-gateway',
  method: 'POST',
  path: '/zkseradmin/openapi/queryKycInfoByAddress',
  group: 'Verification status',
  summary: "One user's KYC result: citizenship, location, age, sanction screening, uniqueness",
  envelope: 'gateway',
  credentials: 'body',
  request: Type.Object({
    ...merchantCredentials,
    programNo: programNoField,
    account: accountField,
    chainId: chainIdField,
  }),
  data: KycResult,
})

export const queryAddressProof = defineOperation({
  id: 'queryPoAInfoByAddress',
  surface: 'admin-gateway',
  method: 'POST',
  path: '/zkseradmin/openapi/queryPoAInfoByAddress',
  group: 'Verification status',
  summary: "One user's address-proof results",
  envelope: 'gateway',
  credentials: 'body',
  request: Type.Object({ ...merchantCredentials, programNo: programNoField, account: accountField }),
  data: Type.Array(AddressProofResult),
})

export const queryAccreditedInvestor = defineOperation({
  id: 'queryKycInfoByAddressForPoa',
  surface: 'admin-gateway',
  method: 'POST',
  path: '/zkseradmin/openapi/queryKycInfoByAddressForPoa',
  group: 'Verification status',
  summary: "One user's accredited-investor result; chains 137 and 8453",
  envelope: 'gateway',
  credentials: 'body',
  request: Type.Object({
    ...merchantCredentials,
    programNo: programNoField,
    account: accountField,
    chainId: chainIdField,
  }),
  data: nullable(AccreditedInvestorResult),
})

export const kycOperations = {
  getStatistics,
  getUsersList,
  queryKycResult,
  queryAddressProof,
  queryAccreditedInvestor,
}
