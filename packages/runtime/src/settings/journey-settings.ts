import { parsers, type Setting } from './setting.ts'

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

/** Settings for the verification journey: mail, capture checks and faceprint encryption. */
export const journeySettings = {
  smtpUrl: define({
    env: 'SMTP_URL',
    key: 'smtpUrl',
    meaning: 'The mail server that sends login codes.',
    takes: 'a URL like smtp://user:password@host:587 or smtps://user:password@host:465',
    otherwise: 'no mail is sent, and the start page shows a built-in mailbox; required in production',
    secret: true,
    parse: parsers.url('smtp:', 'smtps:'),
  }),
  mailFrom: define({
    env: 'MAIL_FROM',
    key: 'mailFrom',
    meaning: 'The sender of login emails.',
    takes: 'an email address, or a name with an address like Touchstone <no-reply@example.com>',
    otherwise: 'Touchstone <no-reply@localhost>',
    parse: (text: string): string | undefined =>
      /^([^<>\r\n"]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim()) ? text.trim() : undefined,
  }),
  publicUrl: define({
    env: 'PUBLIC_URL',
    key: 'publicUrl',
    meaning: 'The URL at which browsers reach the verification page. Links to the page start with it.',
    takes: 'a URL like https://verify.example.com, without a path',
    otherwise: 'the address that the service listens on',
    parse: parsers.origin,
  }),
  faceprintKeys: define({
    env: 'FACEPRINT_KEYS',
    key: 'faceprintKeys',
    meaning:
      'The keys that encrypt faceprints, one per line. Without them, enrolled faces cannot be compared. Must be the same on every node.',
    takes: 'the path of a file that only its owner can read',
    otherwise:
      'faceprint-keys in the data folder, created on first start; production requires this or FACEPRINT_KEY_COMMAND',
    parse: parsers.text,
  }),
  faceprintKeyCommand: define({
    env: 'FACEPRINT_KEY_COMMAND',
    key: 'faceprintKeyCommand',
    meaning:
      'A command that calls a key service, as an alternative to FACEPRINT_KEYS. Touchstone runs it with the argument wrap, unwrap or newest.',
    takes: 'a program and its arguments, separated by spaces',
    otherwise: 'see FACEPRINT_KEYS',
    parse: parseCommand,
  }),
  uniquenessTombstoneDays: define({
    env: 'UNIQUENESS_TOMBSTONE_DAYS',
    key: 'uniquenessTombstoneDays',
    meaning:
      'How long the nameless faceprint of an erased person is kept if the person was enrolled for uniqueness. It is biometric data and is only used to prevent a second account.',
    takes: 'a number of days from 0 to 3650; 0 keeps none',
    otherwise: '180',
    parse: parseTombstoneDays,
  }),
  eventsKeptDays: define({
    env: 'EVENT_RETENTION_DAYS',
    key: 'eventRetentionDays',
    meaning:
      'How long the events of merchants are kept and listed. Events whose delivery is pending or failed are kept longer.',
    takes: 'a number of days from 1 to 365',
    otherwise: '30',
    parse: parsers.integer(1, 365),
  }),
  reviewsOfPerson: define({
    env: 'REVIEWS_PER_PERSON',
    key: 'reviewsPerPerson',
    meaning:
      'Maximum number of open reviews of one person, across all merchants. A further verification waits until one of them is decided.',
    takes: 'an integer from 1 to 1000',
    otherwise: '3',
    parse: parsers.integer(1, 1000),
  }),
  reviewsOfNetwork: define({
    env: 'REVIEWS_PER_NETWORK',
    key: 'reviewsPerNetwork',
    meaning:
      'Maximum number of open reviews of people in one network, across all merchants. A network is an IPv4 address or an IPv6 /64 prefix.',
    takes: 'an integer from 1 to 100000',
    otherwise: '60',
    parse: parsers.integer(1, 100_000),
  }),
  reviewsOfNetworkAndMerchant: define({
    env: 'REVIEWS_PER_NETWORK_AND_MERCHANT',
    key: 'reviewsPerNetworkAndMerchant',
    meaning:
      'Maximum number of open reviews of people in one network at one merchant. If it is less than REVIEWS_PER_NETWORK, reviews at one merchant do not hold up people in the same network at another.',
    takes: 'an integer from 1 to 100000',
    otherwise: '20',
    parse: parsers.integer(1, 100_000),
  }),
  faceEmbeddingModel: define({
    env: 'FACE_EMBEDDING_MODEL',
    key: 'faceEmbeddingModel',
    meaning:
      'The embedding model for face match and uniqueness. The description and calibration of a custom model must be in the same folder; see face-models.md. Must be the same on every node.',
    takes: 'built-in, faceplugin, or the path of an ONNX file',
    otherwise: 'faceplugin',
    parse: parsers.text,
  }),
  faceEmbeddingFormerModels: define({
    env: 'FACE_EMBEDDING_FORMER_MODELS',
    key: 'faceEmbeddingFormerModels',
    meaning:
      'Previous embedding models whose faceprints are still in the gallery. People enrolled with such a model are recognised by it until their next visit.',
    takes: 'none, or one or two of built-in, faceplugin and the path of an ONNX file, separated by a comma',
    otherwise: 'those of built-in and faceplugin that have faceprints when the service starts',
    parse: parseModels,
  }),
  faceLivenessModel: define({
    env: 'FACE_LIVENESS_MODEL',
    key: 'faceLivenessModel',
    meaning:
      'A model that checks single frames of a capture, in addition to the other liveness checks. Its description and calibration must be in the same folder; see face-models.md.',
    takes: 'the path of an ONNX file',
    otherwise: 'no model; the result says so',
    parse: parsers.text,
  }),
  faceWorkers: define({
    env: 'FACE_WORKERS',
    key: 'faceWorkers',
    meaning: 'Number of threads for face checks.',
    takes: 'an integer from 1 to 64',
    otherwise: '2',
    parse: parsers.threads,
  }),
  documentWorkers: define({
    env: 'DOCUMENT_WORKERS',
    key: 'documentWorkers',
    meaning: 'Number of threads for document checks.',
    takes: 'an integer from 1 to 64',
    otherwise: '1',
    parse: parsers.threads,
  }),
  verificationWork: define({
    env: 'VERIFICATION_WORK',
    key: 'verificationWork',
    meaning:
      'Where documents are read and faces are measured: in the server process, or by separate processes (touchstone worker). With workers, FACE_WORKERS and DOCUMENT_WORKERS are settings of each worker.',
    takes: 'here or workers',
    otherwise: 'here',
    parse: parsers.oneOf(['here', 'workers']),
  }),
  workerKey: define({
    env: 'TOUCHSTONE_WORKER_KEY',
    key: 'workerKey',
    meaning:
      'The key that encrypts pictures on their way to workers and the results on their way back. Must be the same on every node and worker. Workers need this key instead of the master secret.',
    takes: 'at least 32 characters',
    otherwise: 'none; required by workers and with VERIFICATION_WORK=workers',
    secret: true,
    parse: parsers.secret,
  }),
}

function parseCommand(text: string): readonly [string, ...string[]] | undefined {
  const [program, ...args] = text.trim().split(/\s+/)
  return program ? [program, ...args] : undefined
}

/**
 * The maximum number of previous models. With more than three models in total, measuring a face would take
 * too long.
 */
const mostFormerModels = 2

function parseModels(text: string): readonly string[] | undefined {
  if (text.trim() === 'none') return []
  const models = text.split(',').map((model) => model.trim())
  return models.length <= mostFormerModels && models.every((model) => model !== '' && model !== 'none')
    ? models
    : undefined
}

function parseTombstoneDays(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
  return days <= 3650 ? days : undefined
}
