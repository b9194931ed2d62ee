import { accessOperations } from './access.ts'
import { batchOperations } from './batch.ts'
import { customerTransferOperations } from './customer-transfer.ts'
import { eventOperations } from './event.ts'
import { kycOperations } from './kyc.ts'
import { kytOperations } from './kyt.ts'
import { riskOperations } from './risk.ts'
import { transferOperations } from './transfer.ts'
import { watchOperations } from './watch.ts'

/** Every operation of the API by its name in the client. */
export const operations = {
  ...kytOperations,
  ...riskOperations,
  ...batchOperations,
  ...transferOperations,
  ...customerTransferOperations,
  ...watchOperations,
  ...kycOperations,
  ...eventOperations,
  ...accessOperations,
}
/** Type of `operations`. */
export type Operations = typeof operations
/** Name of an operation in the client. */
export type OperationName = keyof Operations
