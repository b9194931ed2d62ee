export type {
  EventType,
  KeyEvent,
  TransferChanged,
  TransferDecided,
  VerificationEvent,
  WatchLevelChanged,
  WebhookEvent,
} from '@touchstone/contract'
export type { ClientOptions } from './client-options.ts'
export { createClient } from './create-client.ts'
export { type Failure, TouchstoneApiError } from './touchstone-api-error.ts'
export type { CallArguments, CallOptions, InputOf, ResultOf, TouchstoneClient } from './touchstone-client.ts'
export { verifyWebhook, type WebhookToVerify } from './verify-webhook.ts'
