import { BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError } from 'viem'

/**
 * What a contract answers to a call of a function that it does not have, as one of an earlier version; a node that can't be
 * reached is something else.
 */
export function isWithoutFunction(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const isAnswer = (cause: unknown) =>
    cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError
  return error.walk(isAnswer) !== null
}
