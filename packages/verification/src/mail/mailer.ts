/** Sends what a person has to read. Where no server is set, a built-in mailbox takes it. */
export type Mailer = {
  /** Nothing is really sent: the start page shows it. */
  readonly isMailbox: boolean
  sendCode(mail: { to: string; code: string; locale: string; merchant: string }): Promise<void>
  close(): void
}
