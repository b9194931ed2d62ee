import { createManualClock, createVault } from '@touchstone/common'
import { kycMigrations } from '@touchstone/kyc'
import { migrate } from '@touchstone/storage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { startSmtp, type TestSmtp } from '../../../../test/support/smtp.ts'
import { verificationMigrations } from '../migrations/index.ts'
import { codeMail } from './code-mail.ts'
import { createMailer } from './create-mailer.ts'
import { createMailbox } from './mailbox.ts'

const mail = { to: 'ada@example.com', code: '012345', locale: 'en', merchant: 'Shop' }

test('names the merchant in the language of the page, as text and as HTML', () => {
  const english = codeMail(mail)
  expect(english.subject).toBe('Your code for Shop')
  expect(english.text).toMatch(/^012345$/m)
  expect(english.html).toContain('012345')
  expect(english.html).not.toMatch(/<(img|a|script|link)\b/)
  expect(english.text).toMatch(/^Shop asks you to verify/)
  expect(codeMail({ ...mail, purpose: 'sign-in' }).text).toMatch(/^Your code to sign in to the dashboard/)
  const chinese = codeMail({ ...mail, locale: 'zh-hk' })
  expect(chinese.subject).toContain('驗證碼')
  expect(chinese.html).toContain('lang="zh-HK"')
})

test('escapes names that contain line breaks or tags', () => {
  const { subject, html } = codeMail({ ...mail, merchant: '<b>Shop</b>\r\nBcc: all@example.com' })
  expect(subject).toBe('Your code for <b>Shop</b> Bcc: all@example.com')
  expect(html).not.toContain('<b>')
})

describe('over SMTP', () => {
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
  })
  afterAll(() => smtp.stop())
  const mailbox = { put: async () => {}, list: async () => [] }

  test('sends one mail per code, to one address', async () => {
    const mailer = createMailer({ smtpUrl: smtp.url, from: 'Shop <no-reply@shop.example>', mailbox })
    expect(mailer.isMailbox).toBe(false)
    await mailer.sendCode(mail)
    mailer.close()
    expect(smtp.mails).toMatchObject([
      { to: ['ada@example.com'], from: 'no-reply@shop.example', code: '012345' },
    ])
    expect(smtp.mails[0]?.source).toContain('Auto-Submitted: auto-generated')
  })

  test('omits the address and the code from errors', async () => {
    smtp.refuse('nobody@example.com')
    const mailer = createMailer({ smtpUrl: smtp.url, from: 'a@b.example', mailbox })
    await expect(mailer.sendCode({ ...mail, to: 'nobody@example.com' })).rejects.toMatchObject({
      name: 'RefusedAddressError',
      message: expect.not.stringContaining('nobody'),
    })
    const gone = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example', mailbox })
    const failure = await gone.sendCode(mail).catch((error: unknown) => error as Error)
    expect(failure).toMatchObject({ message: 'the mail server failed: ESOCKET' })
    expect(JSON.stringify({ ...(failure as Error), stack: (failure as Error).stack })).not.toMatch(
      /ada@|012345/,
    )
  })
})

onOneEngine('server', 'the built-in mailbox', (suite) => {
  test('stores the last fifty e-mails in encrypted form', async () => {
    const { database } = suite
    await migrate({ database, migrations: { ...kycMigrations, ...verificationMigrations } })
    const clock = createManualClock(Date.UTC(2026, 10, 15))
    const vault = createVault('a master secret for tests, 32 characters and more')
    const mailbox = createMailbox({ database, clock, vault })
    const mailer = createMailer({ smtpUrl: undefined, from: 'a@b.example', mailbox })
    expect(mailer.isMailbox).toBe(true)
    for (let number = 0; number < 53; number++) {
      clock.advance(1000)
      await mailer.sendCode({ ...mail, code: String(number).padStart(6, '0') })
    }
    const mails = await mailbox.list()
    expect(mails).toHaveLength(50)
    expect(mails[0]).toMatchObject({
      code: '000052',
      to: 'ada@example.com',
      merchant: 'Shop',
      at: clock.now(),
    })
    expect(mails.at(-1)?.code).toBe('000003')
    const { rows } = await database.run('select mail_sealed from mailbox')
    expect(rows).toHaveLength(50)
    const stored = rows.map((row) =>
      Buffer.from((row as { mail_sealed: Uint8Array }).mail_sealed).toString('latin1'),
    )
    expect(stored.join('')).not.toMatch(/ada@example|000052/)
  })
})
