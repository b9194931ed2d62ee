import { OperatorError, UserError } from '@touchstone/common'
import { errorCatalogue, type FrameError, type ServiceError } from '@touchstone/contract'
import { InputError } from '@touchstone/kyc'
import { classifyError } from './classify-error.ts'

export type PageFailure = { http: number; body: FrameError; retryAfterSeconds?: number; cause?: unknown }

const statusOf: readonly (readonly [code: RegExp, http: number])[] = [
  [/^(session|token)\./, 401],
  [/^(domain\.|member\.(not-allowed|needs-key|needs-passkey)$|page\.forged$)/, 403],
  [/^(member\.not-found|person\.unknown)$/, 404],
  [/^program\.unknown$/, 404],
  [/^program\./, 403],
  [/^parameter\./, 400],
  [/^step\.other$/, 409],
  [/^(login\.(too-many|too-soon)|sign-in\.too-many)$/, 429],
  [/^(work\.busy|login\.(mail-failed|node-unavailable))$/, 503],
  [/^upload\.too-large$/, 413],
  [/^upload\.replaced$/, 409],
]

/** What a refused call of a page of ours is answered with. Nothing of the inside is told. */
export function pageFailure(error: unknown): PageFailure {
  if (error instanceof UserError) {
    const { code, message, remedy, retryable } = error
    const http = statusOf.find(([pattern]) => pattern.test(code))?.[1] ?? 422
    return { http, body: { error: { code, message, remedy, retryable } } }
  }
  // Of a review: who meets it in a page is an operator, too.
  if (error instanceof OperatorError && error.code.startsWith('review.')) {
    const { code, message } = error
    return { http: 422, body: { error: { ...texts.review, code, message } } }
  }
  if (error instanceof InputError && error.field === 'program') return told(403, 'program.inactive')
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
      const message = `The page sent something else than expected${detail === undefined ? '.' : `: ${detail}.`}`
      const body = { error: { ...texts.parameter, code: `parameter.${field}`, message } }
      return { http: 400, body }
    }
    case 'bodyTooLarge':
      return told(413, 'upload.too-large')
    case 'rateLimit':
      return { ...told(429, 'rate-limit'), ...later }
    case 'noSuchPath':
    case 'wrongMethod':
      return told(404, 'path.unknown')
    case 'notReady':
      return { ...told(503, 'not-ready'), ...later, ...(cause !== undefined && { cause }) }
    case 'invalidAddress':
    case 'unsupportedCoin':
    case 'unknownTransaction':
    case 'tooManyWatches':
    case 'noWebhookSecret': {
      const { common, meaning, remedy, retryable } = errorCatalogue[kind]
      return { http: common, body: { error: { code: `risk.${kind}`, message: meaning, remedy, retryable } } }
    }
    default:
      return { ...told(500, 'system'), cause: cause ?? error }
  }
}

const texts = {
  'program.inactive': {
    message: 'This verification is not open at the moment.',
    remedy: 'Ask the site that you came from.',
    retryable: false,
  },
  'upload.too-large': {
    message: 'This file is too large.',
    remedy: 'Choose a smaller one, or take the picture with the camera.',
    retryable: false,
  },
  'rate-limit': {
    message: 'That was too quick.',
    remedy: 'Try again in a moment.',
    retryable: true,
  },
  review: { message: '', remedy: 'Look at what is open, and try again.', retryable: false },
  'path.unknown': { message: 'There is nothing here.', remedy: 'Load the page again.', retryable: false },
  'not-ready': {
    message: 'The service is not ready at the moment.',
    remedy: 'Try again in a moment; nothing is lost.',
    retryable: true,
  },
  system: {
    message: 'Something went wrong on our side.',
    remedy: 'Try again; what you have done is kept.',
    retryable: true,
  },
  input: { remedy: 'Change it and try again.', retryable: false },
  parameter: { remedy: 'Load the page again.', retryable: false },
}

function told(http: number, code: Exclude<keyof typeof texts, 'parameter' | 'input'>): PageFailure {
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
