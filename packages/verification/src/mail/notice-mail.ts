import type { NoticeKind } from '../ports.ts'
import { type CodeMail, escapeHtml, oneLine } from './code-mail.ts'

type NoticeTexts = {
  subject(merchant: string): string
  what: Record<NoticeKind, (merchant: string) => string>
  at(time: string): string
  waits: string
  object: string
  own: string
  stranger: string
}

/** The wording of mails about actions taken with a person's login, by the locale of the page. */
const noticeTexts: Readonly<Record<'en' | 'zh-hk', NoticeTexts>> = {
  en: {
    subject: (merchant) => `About your verification at ${merchant}`,
    what: {
      account: (merchant) => `Your verification was shared with ${merchant} for another account.`,
      moved: (merchant) => `Your verification at ${merchant} was moved to another account.`,
      'move-asked': (merchant) =>
        `Someone used your e-mail code and your face to ask that your verification at ${merchant} be moved to another account.`,
      forgotten: () => 'Your data was deleted.',
      'forget-asked': () =>
        'Someone used your e-mail code and your face to ask that your data be deleted and all of your verifications be ended.',
      device: (merchant) =>
        `Your verification was moved to another device at ${merchant}, after a face comparison.`,
      'hand-off': (merchant) => `Your verification at ${merchant} was continued on another device.`,
    },
    at: (time) => `Time: ${time}`,
    waits:
      'Nothing will happen for 24 hours. Until then, your results are not shown to sites. If this was not you, object on this page:',
    object: 'Object',
    own: 'If this was you, you do not need to do anything.',
    stranger:
      'If this was not you, secure your mailbox and open the verification on the site from the device that you used first, or contact the site.',
  },
  'zh-hk': {
    subject: (merchant) => `關於您在 ${merchant} 的核實`,
    what: {
      account: (merchant) => `您的核實結果已為另一個帳戶與 ${merchant} 分享。`,
      moved: (merchant) => `您在 ${merchant} 的核實已轉移至另一個帳戶。`,
      'move-asked': (merchant) =>
        `有人憑您的電郵驗證碼和面容，要求把您在 ${merchant} 的核實轉移至另一個帳戶。`,
      forgotten: () => '您的資料已刪除。',
      'forget-asked': () => '有人憑您的電郵驗證碼和面容，要求刪除您的資料並終止您所有的核實。',
      device: (merchant) => `經面容比對後，您的核實已在 ${merchant} 轉移至另一部裝置。`,
      'hand-off': (merchant) => `您在 ${merchant} 的核實已在另一部裝置繼續。`,
    },
    at: (time) => `時間：${time}`,
    waits: '24 小時內不會執行，期間網站不會看到您的結果。如果這不是您本人，請在此頁面提出反對：',
    object: '提出反對',
    own: '如果這是您本人，您無須理會。',
    stranger: '如果這不是您本人，請保護您的郵箱，並在您首次使用的裝置上開啟網站的核實頁面，或聯絡網站。',
  },
}

export type NoticeMail = {
  kind: NoticeKind
  locale: string
  merchant: string
  at: number
  objectionUrl?: string
}

/**
 * Builds a notice as plain text and simple HTML. The only link leads to a page with a button, because mail
 * scanners open links.
 */
export function noticeMail({ kind, locale, merchant, at, objectionUrl }: NoticeMail): CodeMail {
  const language = locale === 'zh-hk' ? 'zh-hk' : 'en'
  const texts = noticeTexts[language]
  const name = oneLine(merchant)
  const time = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const before = [texts.what[kind](name), texts.at(time), ...(objectionUrl ? [texts.waits] : [])]
  const after = [texts.own, ...(objectionUrl ? [] : [texts.stranger])]
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  const html = [
    `<!doctype html><html lang="${language === 'en' ? 'en' : 'zh-HK'}"><body style="font:16px/1.5 sans-serif">`,
    ...before.map(paragraph),
    ...(objectionUrl ? [`<p><a href="${escapeHtml(objectionUrl)}">${escapeHtml(texts.object)}</a></p>`] : []),
    ...after.map(paragraph),
    '</body></html>',
  ]
  const text = [...before, ...(objectionUrl ? [objectionUrl] : []), ...after]
  return { subject: texts.subject(name), text: `${text.join('\n\n')}\n`, html: html.join('\n') }
}
