import { type Static, Type } from '../schema.ts'

/**
 * Path prefix of the API that the verification page uses. Every request except `session` and `claimHandOff`
 * sends `Authorization: Bearer <session>`. Every successful response contains the `view`. Every error
 * response is a `FrameError`.
 */
export const frameApiPath = '/frame/api'

/** Request to open a session for an access token. */
export const OpenSession = Type.Object({
  accessToken: Type.String({ minLength: 1, maxLength: 4096 }),
  appId: Type.String({ minLength: 1, maxLength: 64 }),
  programNo: Type.Optional(Type.String({ pattern: '^[0-9]{12}$' })),
  lv: Type.Unsafe<1 | 2>({ type: 'number', enum: [1, 2] }),
  chainId: Type.String({ minLength: 1, maxLength: 64 }),
  origin: Type.String({ minLength: 1, maxLength: 300 }),
  checkAddress: Type.Boolean(),
  locale: Type.Unsafe<'en' | 'zh-hk'>({ type: 'string', enum: ['en', 'zh-hk'] }),
  /** Colour theme that the site configured for the widget. */
  theme: Type.Optional(
    Type.Unsafe<'auto' | 'light' | 'dark'>({ type: 'string', enum: ['auto', 'light', 'dark'] }),
  ),
})
export type OpenSession = Static<typeof OpenSession>

/** The user's accounts from the hosting page, with the page's own account first. */
export const NameAccounts = Type.Object({
  accounts: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { minItems: 1, maxItems: 10 }),
})
export type NameAccounts = Static<typeof NameAccounts>

/**
 * The wallet that was created on the device. The wallet signs the view's `deviceChallenge`, so that a page
 * cannot claim a wallet that it does not control.
 */
const device = {
  ssiWallet: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
  commitment: Type.String({ pattern: '^[0-9]{1,78}$' }),
  signature: Type.String({ pattern: '^0x[0-9a-fA-F]{130}$' }),
}
/** Registers the device's wallet. */
export const DeviceWallet = Type.Object(device)
export type DeviceWallet = Static<typeof DeviceWallet>

/** Uses the device's wallet to authorize the verification for the account that was shown. */
export const Authorize = Type.Object({
  account: Type.String({ minLength: 1, maxLength: 512 }),
  ...device,
})
export type Authorize = Static<typeof Authorize>

/** Requests a login code by e-mail. */
export const LoginEmail = Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) })
/** Submits the login code. */
export const LoginCode = Type.Object({ code: Type.String({ minLength: 1, maxLength: 32 }) })
/** Selects the account for the login. */
export const LoginWallet = Type.Object({ account: Type.String({ minLength: 1, maxLength: 512 }) })
/** Submits the signature for a wallet login. */
export const LoginAnswer = Type.Object({ id: Type.String({ maxLength: 64 }), answer: Type.Unknown() })
/** Selects another chain. */
export const SwitchChain = Type.Object({ chainId: Type.String({ minLength: 1, maxLength: 64 }) })
/** Chooses the outcome of a verification in test mode. */
export const ChooseOutcome = Type.Object({ outcome: Type.String({ maxLength: 40 }) })
/** Confirms the data that was read from a document, with corrections. */
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
/**
 * Accepts or declines the offer of a review. `agreed` states whether the next images can be stored for the
 * review.
 */
export const ReviewDocument = Type.Object({ agreed: Type.Boolean() })
/** Chooses a liveness recording with or without coloured light. */
export const ChooseColours = Type.Object({ colours: Type.Boolean() })
/**
 * Accepts or declines a review of a face that matches the faceprint of an erased person or of a refused face.
 */
export const ReviewReserved = Type.Object({ agreed: Type.Boolean() })
/** Submits the device's location. */
export const SubmitLocation = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  accuracy: Type.Number({ minimum: 0, maximum: 10_000_000 }),
})
export type SubmitLocation = Static<typeof SubmitLocation>
/** Ends the liveness recording. */
export const FinishLiveness = Type.Object({ challengeId: Type.String({ maxLength: 64 }) })
/** Starts a request for a statement from a provider of investor data. */
export const BeginStatement = Type.Object({ providerId: Type.String({ maxLength: 64 }) })
/** Submits a provider's signed statement. */
export const SubmitStatement = Type.Object({ statement: Type.String({ minLength: 1, maxLength: 20_000 }) })
/** Submits the zero-knowledge proof. */
export const SubmitProof = Type.Object({ proof: Type.Unknown() })
/** Submits the hash of the approval transaction. */
export const ApprovalSent = Type.Object({ hash: Type.String({ maxLength: 80 }) })
/**
 * Submits the person's choice on the consent screen. `granted` is false if the person declines to share, and
 * the journey then stays at this step. `account` is the account that was shown. `moves` moves the binding of
 * a MeID from its current account to this account.
 */
export const Consent = Type.Object({
  granted: Type.Boolean(),
  account: Type.Optional(Type.String({ maxLength: 512 })),
  moves: Type.Optional(Type.Boolean()),
})
export type Consent = Static<typeof Consent>
/** Cancels, continues or objects to a delayed request. */
export const DecideRequest = Type.Object({
  decision: Type.Unsafe<'cancel' | 'continue' | 'object'>({
    type: 'string',
    enum: ['cancel', 'continue', 'object'],
  }),
})
/** Objects to a request, using the secret from the link in a notice. */
export const ObjectBySecret = Type.Object({ secret: Type.String({ minLength: 16, maxLength: 64 }) })
/** Claims a verification on a phone, using the code from the other device. */
export const ClaimHandOff = Type.Object({ code: Type.String({ minLength: 16, maxLength: 64 }) })
/** Confirms that both devices show the same digits. */
export const ConfirmHandOff = Type.Object({ matches: Type.Boolean() })

/** Whether the phone's holder agrees to continue on the phone. */
export const AnswerHandOff = Type.Object({ agrees: Type.Boolean() })
