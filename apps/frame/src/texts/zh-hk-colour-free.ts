import type { enColourFree } from './en-colour-free.ts'
import type { Widen } from './texts.ts'

export const zhHkColourFree: Widen<typeof enColourFree> = {
  colourFree: {
    ask: '我需要避免觀看閃動的光線',
    title: '不使用閃光',
    why: '顏色有助分辨真人與預先錄製的影片。沒有顏色時，如你同意，會由專人審閱你的照片。',
    keeps: {
      moves: '你要做五個動作，而不是三個。螢幕不會閃動。',
      sealed: (days) => `每秒兩張照片會加密保留至作出決定為止，最多 ${days} 天。`,
      seen: '只有作決定的人員會看到照片。',
      deleted: '其後照片會被刪除，並留下刪除記錄。',
    },
    agree: '同意並以無顏色方式繼續',
    back: '返回',
    chosen: (days) => `你要多做幾個動作，不使用顏色。專人會查看部分照片，其後刪除，最遲 ${days} 天。`,
    withColours: '改用顏色：不保留任何照片',
    noneTitle: '這項核查需要閃光',
    none: (merchant) => `本頁沒有其他方式，但 ${merchant} 可以用其他方式核實你的身份。請不要在此啟動相機。`,
  },
  support: {
    ask: (merchant) => `聯絡 ${merchant}：`,
    unknown: (merchant) => `請在 ${merchant} 的網站或應用程式與其聯絡。我們沒有它的聯絡方式。`,
  },
}
