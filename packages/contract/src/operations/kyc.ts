import { merchantCredentials, programNoField } from '../credentials.ts'
import { defineOperation } from '../operation.ts'
import { MillisecondText, nullable, oneOf, type Static, Type, Verdict } from '../schema.ts'
import {
  accreditedInvestorStatuses,
  addressProofStatuses,
  kycStatuses,
  usersListStatuses,
} from '../statuses.ts'

/** Number of users on a page of `getUsersList`. */
export const usersPerPage = 50

const accountField = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'Wallet address (recommended), e-mail address or other unique identifier of the user',
  examples: ['0x52908400098527886e0f7030069857d2e4169ee7'],
})

const chainIdField = Type.String({ description: 'A supported chain id', examples: ['137'] })

/** Number of participants and verified users, in total and per day. */
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

/** An identifier that the user shared with the client, with the token minted for it. */
export const ClientUserIdentifier = Type.Object(
  {
    blockchainId: Type.Integer({ description: 'Numeric chain id' }),
    network: Type.String({ description: 'Chain name' }),
    tokenId: Type.String({ description: 'Id of the soulbound token on that chain' }),
    userId: Type.String({
      description: "E-mail address or other non-wallet identifier from the client's system",
    }),
    walletAddress: Type.String(),
  },
  { title: 'ClientUserIdentifier' },
)
export type ClientUserIdentifier = Static<typeof ClientUserIdentifier>

const testField = Type.Optional(
  Type.Boolean({ description: 'true for a program in test mode. Absent for all other programs' }),
)

/** A user of a program. */
export const User = Type.Object(
  {
    clientUserIdentifier: Type.Array(ClientUserIdentifier, {
      description: 'Empty until the user shares the result',
    }),
    completedTimeUnix: MillisecondText,
    ssiWallet: Type.String({ description: 'SSI wallet address bound to the user' }),
    status: oneOf(usersListStatuses),
    svcAccount: Type.String({ description: 'E-mail address that the user logged in with' }),
    svcId: Type.String({ description: 'Unique user id' }),
  },
  { title: 'User' },
)
export type User = Static<typeof User>

/** A page of a program's users. */
export const UsersPage = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'Number of matching users' }),
    totalPage: Type.Integer({ minimum: 0 }),
    users: Type.Array(User, { maxItems: usersPerPage }),
    test: testField,
  },
  { title: 'UsersPage' },
)
export type UsersPage = Static<typeof UsersPage>

/** Results of a KYC program's checks. */
export const VerifierValues = Type.Object(
  {
    sanction: Verdict,
    age: Verdict,
    citizenship: Verdict,
    location: Verdict,
    unique: Verdict,
  },
  { title: 'VerifierValues', description: 'null = the program does not include this check' },
)
export type VerifierValues = Static<typeof VerifierValues>

/** A user's KYC result. */
export const KycResult = Type.Object(
  {
    svc_id: Type.String(),
    kycStatus: oneOf(kycStatuses),
    kycCompleteTimeUnix: MillisecondText,
    ssiAddress: Type.String(),
    verifierValues: VerifierValues,
    test: testField,
  },
  { title: 'KycResult' },
)
export type KycResult = Static<typeof KycResult>

/** A user's address-proof result. */
export const AddressProofResult = Type.Object(
  {
    completedTimeUnix: MillisecondText,
    ssiAddress: Type.String(),
    status: oneOf(addressProofStatuses),
    verifierValues: Type.Object({ countryRegion: Verdict }),
    svcId: Type.String(),
    test: testField,
  },
  { title: 'AddressProofResult' },
)
export type AddressProofResult = Static<typeof AddressProofResult>

/** A user's accredited-investor result. */
export const AccreditedInvestorResult = Type.Object(
  {
    poaiCompletedTimeUnix: MillisecondText,
    poaiStatus: oneOf(accreditedInvestorStatuses),
    ssiAddress: Type.String(),
    svcId: Type.String(),
    test: testField,
  },
  { title: 'AccreditedInvestorResult' },
)
export type AccreditedInvestorResult = Static<typeof AccreditedInvestorResult>

/** Returns the number of participants and verified users. */
export const getStatistics = defineOperation({
  id: 'getStatistics',
  surface: 'openapi',
  method: 'GET',
  path: '/kyc/v1/status',
  group: 'Verification status',
  summary: 'Participants and verified users, in total and per day',
  envelope: 'common',
  credentials: 'query-or-headers',
  scope: 'kyc:read',
  request: Type.Object({
    mch_no: Type.Optional(
      Type.String({ description: 'Merchant number. Can be sent as a header of the same name' }),
    ),
    api_key: Type.Optional(
      Type.String({
        description: 'API key. Can be sent as a header of the same name, which takes precedence',
      }),
    ),
  }),
  data: Statistics,
})

/** Returns a page of the users of a program. */
export const getUsersList = defineOperation({
  id: 'getUsersList',
  surface: 'admin-gateway',
  method: 'POST',
  path: '/zkseradmin/openapi/kyc/getUsersList',
  group: 'Verification status',
  summary: 'Users of a program, most recent activity first, 50 per page',
  envelope: 'gateway',
  credentials: 'body',
  scope: 'kyc:read',
  request: Type.Object({
    ...merchantCredentials,
    programNo: programNoField,
    page: Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Page number. Page 1 contains users 1 to 50',
    }),
  }),
  data: UsersPage,
})

/** Returns a user's KYC result. */
export const queryKycResult = defineOperation({
  id: 'queryKycInfoByAddress',
  surface: 'admin-gateway',
  method: 'POST',
  path: '/zkseradmin/openapi/queryKycInfoByAddress',
  group: 'Verification status',
  summary: "A user's KYC result: citizenship, location, age, sanctions screening, uniqueness",
  envelope: 'gateway',
  credentials: 'body',
  scope: 'kyc:read',
  request: Type.Object({
    ...merchantCredentials,
    programNo: programNoField,
    account: accountField,
    chainId: chainIdField,
  }),
  data: KycResult,
})

/** Returns a user's address-proof results. */
export const queryAddressProof = defineOperation({
  id: 'queryPoAInfoByAddress',
  surface: 'admin-gateway',
  method: 'POST',
  path: '/zkseradmin/openapi/queryPoAInfoByAddress',
  group: 'Verification status',
  summary: "A user's address-proof results",
  envelope: 'gateway',
  credentials: 'body',
  scope: 'kyc:read',
  request: Type.Object({ ...merchantCredentials, programNo: programNoField, account: accountField }),
  data: Type.Array(AddressProofResult),
})

/** Returns a user's accredited-investor result. */
export const queryAccreditedInvestor = defineOperation({
  id: 'queryKycInfoByAddressForPoa',
  surface: 'admin-gateway',
  method: 'POST',
  path: '/zkseradmin/openapi/queryKycInfoByAddressForPoa',
  group: 'Verification status',
  summary: "A user's accredited-investor result, on chains 137 and 8453",
  envelope: 'gateway',
  credentials: 'body',
  scope: 'kyc:read',
  request: Type.Object({
    ...merchantCredentials,
    programNo: programNoField,
    account: accountField,
    chainId: chainIdField,
  }),
  data: nullable(AccreditedInvestorResult),
})

/** Operations that return verification results. */
export const kycOperations = {
  getStatistics,
  getUsersList,
  queryKycResult,
  queryAddressProof,
  queryAccreditedInvestor,
}
