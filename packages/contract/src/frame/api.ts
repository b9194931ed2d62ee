import { type Static, Type } from '../schema.ts'

/**
 * How the verification page talks to the server. Every call but `session` and `claimHandOff` carries
 * `Authorization: Bearer <session>`; every answer is `{ view, … }`, every refusal a `FrameError`.
 */
export const frameApiPath = '/frame/api'

export const OpenSession = Type.Object({
  accessToken: Type.String({ minLength: 1, maxLength: 4096 }),
  appId: Type.String({ minLength: 1, maxLength: 64 }),
  programNo: Type.Optional(Type.String({ pattern: '^[0-9]{12}$' })),
  lv: Type.Unsafe<1 | 2>({ type: 'number', enum: [1, 2] }),
  chainId: Type.String({ minLength: 1, maxLength: 64 }),
  origin: Type.String({ minLength: 1, maxLength: 300 }),
  checkAddress: Type.Boolean(),
  locale: Type.Unsafe<'en' | 'zh-hk'>({ type: 'string', enum: ['en', 'zh-hk'] }),
  /** The colours that the site has set for the widget. */
  theme: Type.Optional(
    Type.Unsafe<'auto' | 'light' | 'dark'>({ type: 'string', enum: ['auto', 'light', 'dark'] }),
  ),
})
export type OpenSession = Static<typeof OpenSession>

/** As the hosting page names its user, its own account first. */
export const NameAccounts = Type.Object({
  accounts: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { minItems: 1, maxItems: 10 }),
})
export type NameAccounts = Static<typeof NameAccounts>

/** The device's own wallet, made there. It has signed the view's `deviceChallenge`: nobody names a wallet that they don't have. */
const device = {
  ssiWallet: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
  commitment: Type.String({ pattern: '^[0-9]{1,78}$' }),
  signature: Type.String({ pattern: '^0x[0-9a-fA-F]{130}$' }),
}
export const DeviceWallet = Type.Object(device)
export type DeviceWallet = Static<typeof DeviceWallet>

/** The account that was shown and agreed to, and the device that it was agreed to on. */
export const Authorize = Type.Object({
  account: Type.String({ minLength: 1, maxLength: 512 }),
  ...device,
})
export type Authorize = Static<typeof Authorize>

export const LoginEmail = Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) })
export const LoginCode = Type.Object({ code: Type.String({ minLength: 1, maxLength: 32 }) })
export const LoginWallet = Type.Object({ account: Type.String({ minLength: 1, maxLength: 512 }) })
export const LoginAnswer = Type.Object({ id: Type.String({ maxLength: 64 }), answer: Type.Unknown() })
export const SwitchChain = Type.Object({ chainId: Type.String({ minLength: 1, maxLength: 64 }) })
export const ConfirmDocument = Type.Object({
  corrections: Type.Partial(
    Type.Object({
      surname: Type.String({ maxLength: 100 }),
      givenNames: Type.String({ maxLength: 100 }),
      number: Type.String({ maxLength: 30 }),
      nationality: Type.String({ maxLength: 3 }),
      birthDate: Type.String({ maxLength: 10 }),
      sex: Type.String({ maxLength: 1 }),
      expiryDate: Type.String({ maxLength: 10 }),
      issuingState: Type.String({ maxLength: 3 }),
    }),
  ),
})
export type ConfirmDocument = Static<typeof ConfirmDocument>
/** `agreed`: the next pictures may be kept for a review. */
export const ReviewDocument = Type.Object({ agreed: Type.Boolean() })
export const ChooseColours = Type.Object({ colours: Type.Boolean() })
export const GiveLocation = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  accuracy: Type.Number({ minimum: 0, maximum: 10_000_000 }),
})
export type GiveLocation = Static<typeof GiveLocation>
export const FinishLiveness = Type.Object({ challengeId: Type.String({ maxLength: 64 }) })
export const BeginStatement = Type.Object({ providerId: Type.String({ maxLength: 64 }) })
export const GiveStatement = Type.Object({ statement: Type.String({ minLength: 1, maxLength: 20_000 }) })
export const GiveProof = Type.Object({ proof: Type.Unknown() })
export const ApprovalSent = Type.Object({ hash: Type.String({ maxLength: 80 }) })
/**
 * `granted` false when the person does not want to share: the journey stays where it is. `account` is the one that was
 * shown; `moves` that the binding of a MeID shall leave the account that it is at.
 */
export const Consent = Type.Object({
  granted: Type.Boolean(),
  account: Type.Optional(Type.String({ maxLength: 512 })),
  moves: Type.Optional(Type.Boolean()),
})
export type Consent = Static<typeof Consent>
export const ClaimHandOff = Type.Object({ code: Type.String({ minLength: 16, maxLength: 64 }) })
export const ConfirmHandOff = Type.Object({ matches: Type.Boolean() })
