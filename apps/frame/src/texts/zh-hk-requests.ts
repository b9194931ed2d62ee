import type { enRequests } from './en-requests.ts'
import type { Widen } from './texts.ts'

export const zhHkRequests: Widen<typeof enRequests> = {
  data: {
    title: '你的資料',
    why: '查看這裏儲存了你的甚麼資料，以及如何刪除。',
    signedIn: '登入身份',
    notSignedIn: '你尚未登入，我們沒有儲存你的任何資料。',
    storedTitle: '儲存的資料',
    stored: {
      result: '每項核查的結果及時間，不包括照片。',
      faceprint: '加密的面容特徵，只與你本人比對；如計劃要求一人一帳戶，則與所有人比對。',
      token: '你的憑證代幣，不會顯示姓名或出生日期。',
      device: '在這部裝置上：只有你能讀取的錢包和憑證。',
    },
    locked: {
      face: '如要查看或刪除你的資料，請在完成核實的裝置上開啟此頁，或展示面容。如面容相符，這部裝置會取代原來的裝置。',
      hidden:
        '如要查看或刪除你的資料，請在完成核實的裝置上開啟此頁。如該裝置已不在，請向網站求助；營運者可刪除你的資料。',
    },
    showFace: '展示面容',
    withdraw: (merchant) => `停止與 ${merchant} 分享`,
    withdrawTitle: (merchant) => `停止與 ${merchant} 分享？`,
    withdrawWhy: (merchant) =>
      `${merchant} 會看到你尚未開始核實，區塊鏈上亦然。你的憑證會保留，可以再次分享。`,
    withdrawConfirm: '停止分享',
    keepSharing: '繼續分享',
    forget: '刪除我的資料',
    forgetTitle: '刪除所有資料？',
    forgetWhy:
      '你的代幣會被銷毀，面容特徵會被刪除，紀錄會除去姓名。此操作無法復原。如計劃只容許一人一帳戶，不含姓名的加密面容特徵會按事前說明的期限保留，只用於防止第二個帳戶。',
    forgetConfirm: '永久刪除',
    keep: '保留我的資料',
  },
  reserved: {
    why: '你的面容與一個已刪除帳戶或曾被拒絕的加密面容特徵相符。請等到以下日期，或要求專人比對。',
    until: '最早可於',
    review: '要求專人審閱',
    stop: '在此停止',
  },
  review: {
    heldTitle: '你的核實已儲存，稍後會由專人審閱',
    held: {
      person: '你的其他核實仍在審閱中。其中一項有決定後，這項核實便會繼續，你無須再做任何事。',
      network:
        '現時有很多來自你所用網絡的核實正在審閱。其中一項有決定後，你的核實便會繼續。如不想等候，可改用其他網絡（例如流動數據）開啟本頁。',
    },
    full: {
      title: '暫時未能安排專人審閱',
      person: '你的其他核實仍在審閱中。其中一項有決定後，你便可以在此繼續。',
      network:
        '現時有很多來自你所用網絡的核實正在審閱。其中一項有決定後，你便可以在此繼續。如不想等候，可改用其他網絡（例如流動數據）開啟本頁。',
      leave: '你的進度已儲存。你可以關閉本頁，回來時會在同一步驟繼續。',
      document: '不經審閱：我再拍一次',
      liveness: '不經審閱：使用彩色光',
    },
  },
  request: {
    title: { move: '有人要求轉移至另一個帳戶', forget: '有人要求刪除你的資料' },
    why: '這項要求只憑面容確認，因此會等候 24 小時。期間網站不會看到你的結果。如果不是你本人，請停止。',
    whyObjected: '有人提出反對，因此暫不執行，網站亦不會看到你的結果。請在首次使用的裝置上決定，或展示面容。',
    whyDecide: '有人提出反對，因此暫不執行，網站亦不會看到你的結果。你可以在這裏決定。',
    due: '最早於',
    decide: {
      move: { cancel: '不轉移', continue: '轉移', object: '不是我本人' },
      forget: { cancel: '保留我的資料', continue: '刪除我的資料', object: '不是我本人' },
    },
    showFace: '展示面容以作決定',
    operator: '這部裝置不能作決定。請使用首次使用的裝置，或向網站求助。',
  },
  objection: {
    title: '反對這項要求？',
    why: '有人要求轉移你的核實或刪除你的資料。如果不是你本人，請提出反對。在你於自己的裝置決定或展示面容之前，不會執行。',
    object: '提出反對',
    doneTitle: '已記錄你的反對',
    done: '暫不執行。請在首次使用的裝置上開啟網站的核實頁面，在該處決定。',
  },
  notices: {
    title: '這個登入的近期活動',
    kinds: {
      account: '已為另一個帳戶分享',
      moved: '已轉移至另一個帳戶',
      'move-asked': '有人要求轉移至另一個帳戶',
      forgotten: '資料已刪除',
      'forget-asked': '有人要求刪除你的資料',
      device: '經面容核查後轉移至另一部裝置',
      'hand-off': '已在另一部裝置繼續',
    },
  },
}
