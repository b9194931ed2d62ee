import { parsers, type Setting } from './setting.ts'

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

/** The settings of the verification journey: how people are reached, and what their faces are kept with. */
export const journeySettings = {
  smtpUrl: define({
    env: 'SMTP_URL',
    key: 'smtpUrl',
    meaning: 'The mail server that sends the codes people log in with.',
    takes: 'an address like smtp://user:password@host:587 or smtps://user:password@host:465',
    otherwise: 'nothing is sent: the start page shows a built-in mailbox; production needs it set',
    secret: true,
    parse: parsers.url('smtp:', 'smtps:'),
  }),
  mailFrom: define({
    env: 'MAIL_FROM',
    key: 'mailFrom',
    meaning: 'Who those mails are from.',
    takes: 'an e-mail address, or a name with one like Touchstone <no-reply@example.com>',
    otherwise: 'Touchstone <no-reply@localhost>',
    parse: (text: string): string | undefined =>
      /^([^<>\r\n"]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim()) ? text.trim() : undefined,
  }),
  publicUrl: define({
    env: 'PUBLIC_URL',
    key: 'publicUrl',
    meaning: 'The address under which browsers reach the verification page; links to it begin with it.',
    takes: 'an address like https://verify.example.com, without a path',
    otherwise: 'the address that the service listens on',
    parse: parsers.origin,
  }),
  faceprintKeys: define({
    env: 'FACEPRINT_KEYS',
    key: 'faceprintKeys',
    meaning:
      'The keys under which faceprints are encrypted, one a line; without them no enrolled face can be compared. The same on every node.',
    takes: 'the path of a file that only its owner can read',
    otherwise:
      'faceprint-keys in the data folder, made at first start; production needs this or the next set',
    parse: parsers.text,
  }),
  faceprintKeyCommand: define({
    env: 'FACEPRINT_KEY_COMMAND',
    key: 'faceprintKeyCommand',
    meaning: 'A command that asks a key service instead: called with wrap, unwrap or newest.',
    takes: 'a program and its arguments, separated by spaces',
    otherwise: 'see FACEPRINT_KEYS',
    parse: parseCommand,
  }),
  faceEmbeddingModel: define({
    env: 'FACE_EMBEDDING_MODEL',
    key: 'faceEmbeddingModel',
    meaning:
      'An embedding of your own for match and uniqueness, with its description and calibration beside it; see face-models.md. The same on every node.',
    takes: 'the path of an ONNX file',
    otherwise: 'the one that comes with the service',
    parse: parsers.text,
  }),
  faceEmbeddingFormerModels: define({
    env: 'FACE_EMBEDDING_FORMER_MODELS',
    key: 'faceEmbeddingFormerModels',
    meaning:
      'Embeddings whose faceprints are still in the gallery: people who were enrolled with them are found by them until their next visit.',
    takes: 'one or two of: the path of an ONNX file, built-in; separated by a comma; or none',
    otherwise: 'built-in with FACE_EMBEDDING_MODEL, none without it',
    parse: parseModels,
  }),
  faceLivenessModel: define({
    env: 'FACE_LIVENESS_MODEL',
    key: 'faceLivenessModel',
    meaning:
      'A model that judges single pictures of a film, beside the other checks, with its description and calibration beside it; see face-models.md.',
    takes: 'the path of an ONNX file',
    otherwise: 'none: the answer says so',
    parse: parsers.text,
  }),
  faceWorkers: define({
    env: 'FACE_WORKERS',
    key: 'faceWorkers',
    meaning: 'Threads that look at faces.',
    takes: 'a whole number from 1 to 64',
    otherwise: '2',
    parse: parsers.threads,
  }),
  documentWorkers: define({
    env: 'DOCUMENT_WORKERS',
    key: 'documentWorkers',
    meaning: 'Threads that read documents.',
    takes: 'a whole number from 1 to 64',
    otherwise: '1',
    parse: parsers.threads,
  }),
}

function parseCommand(text: string): readonly [string, ...string[]] | undefined {
  const [program, ...args] = text.trim().split(/\s+/)
  return program ? [program, ...args] : undefined
}

/** More than three at a time would take longer than people wait. */
const mostFormerModels = 2

function parseModels(text: string): readonly string[] | undefined {
  if (text.trim() === 'none') return []
  const models = text.split(',').map((model) => model.trim())
  return models.length <= mostFormerModels && models.every((model) => model !== '' && model !== 'none')
    ? models
    : undefined
}
