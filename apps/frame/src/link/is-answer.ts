import type { PageMethod } from '@touchstone/contract'

const text = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= most

/** Whether what the page answered has the shape that the method promises. */
export function isAnswer(method: PageMethod, data: unknown): boolean {
  switch (method) {
    case 'getUserAccounts':
      return (
        Array.isArray(data) &&
        data.length > 0 &&
        data.length <= 10 &&
        data.every((account) => text(account, 512))
      )
    case 'getAccessToken':
      return text(data, 4096)
    case 'delegateTransaction':
      return text(data, 200)
    case 'signMessage':
      return text(data, 20_000) || (typeof data === 'object' && data !== null)
  }
}
