export type CodeMailTexts = {
  subject(merchant: string): string
  opening(merchant: string): string
  /** In place of the opening for people who work for a merchant or the operator. */
  signIn: string
  until: string
  stranger: string
}

/** What the mail with a code says, by the language of the page that asked for it. */
export const codeMailTexts: Readonly<Record<'en' | 'zh-hk', CodeMailTexts>> = {
  en: {
    subject: (merchant) => `Your code for ${merchant}`,
    opening: (merchant) => `${merchant} asks you to verify who you are. Your code is:`,
    signIn: 'Your code to sign in to the dashboard is:',
    until: 'It can be used for 10 minutes, on the page where you asked for it. Never tell it to anybody.',
    stranger: 'You did not ask for it? Then somebody mistyped an address, and you need to do nothing.',
  },
  'zh-hk': {
    subject: (merchant) => `您在 ${merchant} 的驗證碼`,
    opening: (merchant) => `${merchant} 請您驗證身份。您的驗證碼是：`,
    signIn: '您登入控制台的驗證碼是：',
    until: '驗證碼於 10 分鐘內有效，只可在您索取驗證碼的頁面使用。切勿告訴任何人。',
    stranger: '如果您沒有索取驗證碼，可能是有人輸入了錯誤的電郵地址，您無須理會。',
  },
}
