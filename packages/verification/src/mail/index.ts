export * from './create-mailer.ts'
export * from './mailbox.ts'
