/** Path of the example site in the demo. */
export const demoSitePath = '/demo/site/'

/** Path of the built-in mailbox, which is available when no mail server is configured. */
export const mailboxPagePath = '/mailbox'

/** Returns the path of a demo address's explanation. Addresses are numbered from 1 in list order. */
export const riskPagePath = (number: number | ':number') => `/demo/risk/${number}`
