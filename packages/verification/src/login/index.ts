export * from './login-by-email.ts'
export * from './login-by-wallet.ts'
export * from './mail-states.ts'
