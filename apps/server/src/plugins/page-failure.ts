import { OperatorError, UserError } from '@touchstone/common'
import { errorCatalogue, type FrameError, type ServiceError } from '@touchstone/contract'
import { InputError } from '@touchstone/kyc'
import { classifyError } from './classify-error.ts'

export type PageFailure = { http: number; body: FrameError; retryAfterSeconds?: number; cause?: unknown }

const statusOf: readonly (readonly [code: RegExp, http: number])[] = [
  [/^(session|token)\./, 401],
  [
    /^(domain\.|member\.(not-allowed|needs-key|needs-passkey|needs-sso|new|new-provider|sso-session)$|sso\.(no-role|no-mfa|email-not-verified|not-member|other-account|denied)$|page\.forged$)/,
    403,
  ],
  [/^(member\.not-found|sso\.not-set-up|(person|case|transfer|customer)\.unknown)$/, 404],
  [/^program\.unknown$/, 404],
  [/^program\./, 403],
  [/^parameter\./, 400],
  [/^((case|transfer|rules)\.changed|step\.other)$/, 409],
  [/^(login\.(too-many|too-soon|paused)|sign-in\.(too-many|paused))$/, 429],
  [/^(work\.busy|sso\.unavailable|login\.(mail-failed|node-unavailable))$/, 503],
  [/^(upload\.too-large|case\.file-too-large)$/, 413],
  [/^upload\.replaced$/, 409],
]

/** Maps an error to the response for one of the service's pages. Internal details are omitted. */
export function pageFailure(error: unknown): PageFailure {
  if (error instanceof UserError) {
    const { code, message, remedy, retryable } = error
    const http = statusOf.find(([pattern]) => pattern.test(code))?.[1] ?? 422
    return { http, body: { error: { code, message, remedy, retryable } } }
  }
  // Review errors are shown only to operators.
  if (error instanceof OperatorError && error.code.startsWith('review.')) {
    const { code, message } = error
    return { http: 422, body: { error: { ...texts.review, code, message } } }
  }
  if (error instanceof InputError && error.field === 'program') return failureOf(403, 'program.inactive')
  if (error instanceof InputError) {
    const message = `${error.message}.`
    const code = `parameter.${error.field.replaceAll(' ', '-')}`
    return { http: 400, body: { error: { ...texts.input, code, message } } }
  }
  const field = fieldOf(error)
  return ofService(classifyError(error), field)
}

function ofService(error: ServiceError, field: string): PageFailure {
  const { kind, detail, retryAfterSeconds, cause } = error
  const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  switch (kind) {
    case 'parameter':
    case 'notJson': {
      const message = `The page sent unexpected data${detail === undefined ? '.' : `: ${detail}.`}`
      const body = { error: { ...texts.parameter, code: `parameter.${field}`, message } }
      return { http: 400, body }
    }
    case 'bodyTooLarge':
      return failureOf(413, 'upload.too-large')
    case 'rateLimit':
      return { ...failureOf(429, 'rate-limit'), ...later }
    case 'noSuchPath':
    case 'wrongMethod':
      return failureOf(404, 'path.unknown')
    case 'notReady':
      return { ...failureOf(503, 'not-ready'), ...later, ...(cause !== undefined && { cause }) }
    case 'invalidAddress':
    case 'unsupportedCoin':
    case 'unknownTransaction':
    case 'unknownBatch':
    case 'tooManyWatches':
    case 'noWebhookSecret': {
      const { common, meaning, remedy, retryable } = errorCatalogue[kind]
      return { http: common, body: { error: { code: `risk.${kind}`, message: meaning, remedy, retryable } } }
    }
    default:
      return { ...failureOf(500, 'system'), cause: cause ?? error }
  }
}

const texts = {
  'program.inactive': {
    message: 'This verification is not available right now.',
    remedy: 'Contact the site that you came from.',
    retryable: false,
  },
  'upload.too-large': {
    message: 'This file is too large.',
    remedy: 'Choose a smaller file, or take the picture with the camera.',
    retryable: false,
  },
  'rate-limit': {
    message: 'There were too many requests in a short time.',
    remedy: 'Try again in a moment.',
    retryable: true,
  },
  review: { message: '', remedy: 'Check which reviews are open, then try again.', retryable: false },
  'path.unknown': {
    message: 'This page or action does not exist.',
    remedy: 'Reload the page.',
    retryable: false,
  },
  'not-ready': {
    message: 'The service is not ready yet.',
    remedy: 'Try again in a moment. Nothing is lost.',
    retryable: true,
  },
  system: {
    message: 'Something went wrong on our side.',
    remedy: 'Try again. Your progress is saved.',
    retryable: true,
  },
  input: { remedy: 'Correct the value and try again.', retryable: false },
  parameter: { remedy: 'Reload the page.', retryable: false },
}

function failureOf(http: number, code: Exclude<keyof typeof texts, 'parameter' | 'input'>): PageFailure {
  return { http, body: { error: { code, ...texts[code] } } }
}

function fieldOf(error: unknown): string {
  const { validation } = error as {
    validation?: { instancePath: string; params: { missingProperty?: unknown } }[]
  }
  const [first] = validation ?? []
  const path = first?.instancePath.slice(1).split('/')[0]
  return path || String(first?.params.missingProperty ?? 'body')
}
