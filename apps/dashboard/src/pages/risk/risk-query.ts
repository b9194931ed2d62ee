/** What the page asks about. Members that the member did not enter are empty. */
export type RiskQuery = { coin: string; address: string; txid: string }

/** The body of a request about the query. */
export type RiskBody = { coin: string; address?: string; txid?: string }

export const bodyOf = ({ coin, address, txid }: RiskQuery): RiskBody => ({
  coin,
  ...(address !== '' && { address }),
  ...(txid !== '' && { txid }),
})
