import { apiKeyField, mchNoField, programNoField } from '../credentials.ts'
import { defineOperation } from '../operation.ts'
import { nullable, Type } from '../schema.ts'

const userAccountField = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'The value that provider.getUserAccounts returns',
})

/** Exchanges the API key for an access token for the widget. */
export const getAccessToken = defineOperation({
  id: 'getAccessToken',
  surface: 'auth',
  method: 'POST',
  path: '/api/token/get',
  group: 'Access token',
  summary: 'Exchange the API key for an access token for the widget',
  envelope: 'gateway',
  credentials: 'app',
  scope: 'token:write',
  bareErrorTexts: true,
  request: Type.Object({
    apiKey: apiKeyField,
    appId: mchNoField,
    apiModePermission: Type.Unsafe<0 | 1>({
      type: 'number',
      enum: [0, 1],
      description: '0 = e-mail login, 1 = wallet-address login',
    }),
    lv: Type.Unsafe<2>({ type: 'number', const: 2, description: 'Always 2' }),
  }),
  data: Type.Object({
    accessToken: Type.String({ description: 'Signed JWT (EdDSA), valid for 30 minutes' }),
  }),
})

/** Checks whether an account has shared a passed verification with the merchant. */
export const checkGrant = defineOperation({
  id: 'checkGrant',
  surface: 'auth',
  method: 'POST',
  path: '/api/grant/check_v2',
  group: 'Widget checks',
  summary: 'Check whether an account has shared a passed verification with the merchant',
  envelope: 'gateway',
  credentials: 'none',
  scope: null,
  request: Type.Object({
    appId: mchNoField,
    userAccount: userAccountField,
    programNo: Type.Optional(programNoField),
  }),
  data: Type.Object({
    isGrant: Type.Boolean(),
    verifyTime: nullable(Type.Integer({ description: 'Unix milliseconds' })),
    programNo: Type.String(),
    test: Type.Optional(
      Type.Boolean({
        description:
          'true if the grant belongs to a test program, which only programNo can name. Otherwise absent',
      }),
    ),
  }),
})

/** Checks whether an account has bound a MeID to the merchant. */
export const checkMeidBinding = defineOperation({
  id: 'queryBindingMeId',
  surface: 'auth',
  method: 'POST',
  path: '/appUserGrantMch/queryBindingMeId',
  group: 'Widget checks',
  summary: 'Check whether an account has bound a MeID to the merchant',
  envelope: 'gateway',
  credentials: 'none',
  scope: null,
  request: Type.Object({ mchNo: mchNoField, userAccount: userAccountField }),
  data: Type.Boolean(),
})

/** Token exchange and widget checks. */
export const accessOperations = { getAccessToken, checkGrant, checkMeidBinding }
