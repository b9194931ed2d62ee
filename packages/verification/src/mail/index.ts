export * from './create-mailer.ts'
export * from './mail-states.ts'
export * from './mailbox.ts'
