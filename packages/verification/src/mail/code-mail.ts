import { showLoginCode } from '@touchstone/common'
import type { CodePurpose } from '../ports.ts'

type CodeMailTexts = {
  subject(merchant: string): string
  opening(merchant: string): string
  /** The introduction for employees of a merchant or of the operator, who sign in to the dashboard. */
  signIn: string
  until: string
  stranger: string
}

/** The wording of mails that contain a code, by the locale of the page that requested the code. */
const codeMailTexts: Readonly<Record<'en' | 'zh-hk', CodeMailTexts>> = {
  en: {
    subject: (merchant) => `Your code for ${merchant}`,
    opening: (merchant) => `${merchant} asks you to verify your identity. Your code is:`,
    signIn: 'Your code to sign in to the dashboard is:',
    until: 'It is valid for 10 minutes, on the page where you requested it. Never share it with anyone.',
    stranger: 'If you did not request this code, someone mistyped an address. You can ignore this e-mail.',
  },
  'zh-hk': {
    subject: (merchant) => `您在 ${merchant} 的驗證碼`,
    opening: (merchant) => `${merchant} 請您驗證身份。您的驗證碼是：`,
    signIn: '您登入控制台的驗證碼是：',
    until: '驗證碼於 10 分鐘內有效，只可在您索取驗證碼的頁面使用。切勿告訴任何人。',
    stranger: '如果您沒有索取驗證碼，可能是有人輸入了錯誤的電郵地址，您無須理會。',
  },
}

export type CodeMail = { subject: string; text: string; html: string }

/**
 * Builds a mail with a code, as plain text and as simple HTML that contains no pictures, links or remote
 * content.
 */
export function codeMail(input: {
  code: string
  locale: string
  merchant: string
  purpose?: CodePurpose
}): CodeMail {
  const locale = input.locale === 'zh-hk' ? 'zh-hk' : 'en'
  const texts = codeMailTexts[locale]
  const merchant = oneLine(input.merchant)
  const paragraphs = [
    input.purpose === 'sign-in' ? texts.signIn : texts.opening(merchant),
    showLoginCode(input.code),
    texts.until,
    texts.stranger,
  ]
  const [opening, code, ...rest] = paragraphs.map(escapeHtml)
  const html = [
    `<!doctype html><html lang="${locale === 'en' ? 'en' : 'zh-HK'}"><body style="font:16px/1.5 sans-serif">`,
    `<p>${opening}</p>`,
    `<p style="font:bold 28px/1.5 monospace;letter-spacing:4px">${code}</p>`,
    ...rest.map((paragraph) => `<p>${paragraph}</p>`),
    '</body></html>',
  ]
  return {
    subject: texts.subject(merchant),
    text: `${paragraphs.join('\n\n')}\n`,
    html: html.join('\n'),
  }
}

/** Remove line breaks, because a line break in a name would start another header. */
export function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim()
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
