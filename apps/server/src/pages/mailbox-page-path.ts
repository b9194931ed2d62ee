/** Where the built-in mailbox is shown, while there is no mail server. */
export const mailboxPagePath = '/mailbox'
