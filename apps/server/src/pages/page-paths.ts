/** Where the demo serves its example site. */
export const demoSitePath = '/demo/site/'

/** Where the built-in mailbox is shown, while there is no mail server. */
export const mailboxPagePath = '/mailbox'

/** Where the explanation of a demo address is shown. Addresses are counted from 1, in the order of their list. */
export const riskPagePath = (number: number | ':number') => `/demo/risk/${number}`
