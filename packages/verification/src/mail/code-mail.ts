import type { CodePurpose } from '../ports.ts'
import { codeMailTexts } from './code-mail-texts.ts'

export type CodeMail = { subject: string; text: string; html: string }

/** The mail with a code, as plain text and as simple markup: no picture, no link, nothing to load. */
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
    input.code,
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

/** A name with a line break in it would begin another header. */
function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim()
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
