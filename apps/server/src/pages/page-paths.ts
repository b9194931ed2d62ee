/** Path of the example site in the demo. */
export const demoSitePath = '/demo/site/'

/** Path of the pages of demo addresses in earlier versions, which lead to the explorer. */
export const formerRiskPath = '/demo/risk/'

/** Path of the built-in mailbox, which is available when no mail server is configured. */
export const mailboxPagePath = '/mailbox'

/**
 * Returns the link to a demo address in the dashboard's explorer, where a visitor who is not signed in becomes the
 * demo's analyst. The fragment is not sent to servers.
 */
export function explorerLink(
  dashboard: string,
  { coin, address }: { coin: string; address: string },
): string {
  return `${dashboard}/explorer#${new URLSearchParams({ demo: 'analyst', coin, address })}`
}
