import { accessOperations } from './access.ts'
import { kycOperations } from './kyc.ts'
import { kytOperations } from './kyt.ts'
import { riskOperations } from './risk.ts'
import { watchOperations } from './watch.ts'

/** Every operation of the service under the name that the client gives it. */
export const operations = {
  ...kytOperations,
  ...riskOperations,
  ...watchOperations,
  ...kycOperations,
  ...accessOperations,
}
export type Operations = typeof operations
export type OperationName = keyof Operations
