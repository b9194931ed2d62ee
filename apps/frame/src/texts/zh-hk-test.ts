import type { enTest } from './en-test.ts'
import type { Widen } from './texts.ts'

export const zhHkTest: Widen<typeof enTest> = {
  title: '選擇結果',
  why: '此計劃處於測試模式，不會核查或儲存你的任何資料。',
  outcomes: {
    pass: '通過',
    review: '等待審核',
    listed: '未通過：列於制裁名單',
    expire: '通過，並於稍後到期',
    'fail-document': '未通過：證件被拒',
    'fail-expired': '未通過：證件已過期',
    'fail-age': '未通過：未達年齡',
    'fail-citizenship': '未通過：國籍',
    'fail-face': '未通過：面容不符',
    'fail-unique': '未通過：面容已有記錄',
    'fail-location': '未通過：位置',
    'fail-residence': '未通過：居住地',
    'fail-income': '未通過：收入不足',
  },
  outcome: '結果',
  confirm: '繼續',
  specimens: '或使用樣本證件',
  specimensWhy: '下載樣本並原封不動地上載檔案，樣本會決定結果。',
  upload: '上載樣本',
}
