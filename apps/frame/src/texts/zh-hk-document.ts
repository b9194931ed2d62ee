import type { enDocument } from './en-document.ts'
import type { Widen } from './texts.ts'

export const zhHkDocument: Widen<typeof enDocument> = {
  document: {
    title: '拍攝你的證件',
    why: '我們會讀取並核查證件，完成後立即刪除照片。',
    whyKept: (days) => `這些照片會交給專人查看，並加密保留至作出決定為止，最多 ${days} 天。`,
    dontKeep: '不要保留我的照片',
    loading: '正在準備相機……',
    sending: '正在讀取你的證件，需時數秒。',
  },
  documentConfirm: {
    title: '核對讀取到的資料',
    why: '與你的證件比對。姓名可按你慣用的寫法填寫，包括重音符號及空格。',
    fields: {
      surname: '姓氏',
      givenNames: '名字',
      number: '證件號碼',
      nationality: '國籍',
      birthDate: '出生日期',
      sex: '性別',
      expiryDate: '有效期至',
      issuingState: '簽發地',
    },
    sexes: { F: '女', M: '男', X: '未註明' },
    empty: '未註明',
    refused: {
      name: '這與證件上的字母不同。只有重音符號、空格、連字號及姓與名的分界可以不同。',
      other: '這項資料只以證件為準。如有錯誤，可重新拍照。',
    },
    fixed: '以證件為準',
    retake: '資料有誤：重新拍照',
    confirm: '以上全部正確',
  },
  documentReview: {
    title: '由專人審閱你的證件',
    why: '我們已三次讀錯。如你同意，可由專人把資料與你的照片比對。',
    keeps: {
      take: '你再拍攝一次證件。',
      sealed: (days) => `照片會加密保留至作出決定為止，最多 ${days} 天。`,
      seen: '只有作決定的人員會看到照片。',
      deleted: '其後照片會被刪除，並留下刪除記錄。',
    },
    agree: '同意並拍照',
    decline: '不保留照片：我再拍一次',
  },
}
