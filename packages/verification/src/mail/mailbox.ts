import type { Clock, Vault } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import { journeyTablesOf } from '../context.ts'
import { mailColumn } from '../sealed-columns.ts'
import { insertMail, nextMailId, selectMails } from './mailbox-store.ts'

/** Stores mails if no mail server is configured. Anyone who can open the start page can read these mails. */
export type Mailbox = {
  put(mail: MailboxEntry): Promise<void>
  /** Newest first. */
  list(): Promise<(MailboxEntry & { id: number; at: number })[]>
}

/** A notice has no code, but can have a link. */
export type MailboxEntry = { to: string; code: string; merchant: string; subject: string; link?: string }

const kept = 50

export function createMailbox(context: { database: Database; clock: Clock; vault: Vault }): Mailbox {
  const { clock, vault } = context
  const db = journeyTablesOf(context)
  return {
    async put(mail) {
      const at = new Date(clock.now())
      const id = await nextMailId(db)
      const sealed = vault.seal(JSON.stringify(mail), mailColumn.at(id))
      await insertMail(db, { id, sealed, at, keep: kept })
    },
    async list() {
      const rows = await selectMails(db, kept)
      return rows.map(({ id, sealed, at }) => ({
        ...(JSON.parse(vault.open(sealed, mailColumn.at(id))) as MailboxEntry),
        id,
        at: at.getTime(),
      }))
    },
  }
}
