/** The texts of the widget itself. All other texts are part of the frame. */
export type Words = (typeof words)['en']

/** The widget's texts by locale. */
export const words = {
  en: {
    title: (app: string) => `Identity verification for ${app}`,
    opening: 'Opening your verification',
    moment: 'This usually takes a few seconds.',
    cancel: 'Cancel',
    silent: 'The verification page is not responding.',
    silentHint: 'Check your connection and try again.',
    retry: 'Try again',
    close: 'Close',
  },
  'zh-hk': {
    title: (app: string) => `${app} 的身份驗證`,
    opening: '正在開啟身份驗證',
    moment: '通常只需數秒。',
    cancel: '取消',
    silent: '驗證頁面沒有回應。',
    silentHint: '請檢查網絡連線，然後再試一次。',
    retry: '再試一次',
    close: '關閉',
  },
}
