import type { Texts } from './texts.ts'

export const zhHkFailures: Texts['failures'] = {
  'camera-denied': {
    title: '允許使用相機',
    why: '瀏覽器正封鎖相機。按網址旁的鎖形圖示，允許使用相機，然後再試一次。',
  },
  'no-camera': { title: '找不到相機', why: '接上相機，或改用手機繼續。' },
  'face-recognition': {
    title: '我們未能看清你的面容',
    why: '直望鏡頭，張開雙眼，不要遮擋面部，並讓光線從前方照來。',
  },
  'existing-faceprint': {
    title: '你在這裏已有帳戶',
    why: '你的面容屬於另一個帳戶，請以之前使用的帳戶登入。',
  },
  'faceprint-server': {
    title: '面容核查暫時未能使用',
    why: '問題在我們這邊。稍等一分鐘再試，你已完成的部分會保留。',
  },
  'slow-line': {
    title: '你的網絡太慢，未能進行這一步',
    why: '畫面需在你做動作時即時傳到我們這裏。到網絡較好的地方，或改用另一個網絡。這次不計算為一次嘗試。',
  },
  unknown: {
    title: '我們這邊出了問題',
    why: '你已完成的部分會保留。再試一次；如再次發生，可告知要求核實的網站。',
  },
  ocr: {
    title: '我們未能讀取你的證件',
    why: '把證件平放在光線均勻的地方，填滿畫面，手指不要遮住邊緣。',
  },
  'face-mismatch': {
    title: '你的面容與證件照片不同',
    why: '使用你本人的證件，除下眼鏡或帽子，在前方有光的地方再試一次。',
  },
  'faceprint-mismatch': {
    title: '你的面容與登記時的不符',
    why: '以你自己的帳戶登入，除下眼鏡或帽子，然後再試一次。',
  },
  'not-eligible': {
    title: '這個計劃不適用於你',
    why: '你的證件沒有問題，只是不符合該網站為計劃訂下的其他要求。',
  },
  'location-denied': {
    title: '允許取得你的位置',
    why: '瀏覽器正封鎖位置資料。按網址旁的鎖形圖示，允許取得位置，然後再試一次。',
  },
  'address-proof': {
    title: '這封信件未能證明你的地址',
    why: '換一封載有你的全名、地址，以及日期在 3 個月內的信件。',
  },
  'investor-statement': {
    title: '未能確認你的投資者身份',
    why: '資料機構的聲明不符合計劃要求。再試一次，或選擇另一間資料機構。',
  },
  'approval-failed': {
    title: '你錢包的交易未能完成',
    why: '網絡未接受這宗交易。資料沒有遺失，請備妥足夠手續費，再批准一次。',
  },
  'domain-not-allowed': {
    title: '這個網站不能在此要求核實',
    why: '計劃的許可網站名單沒有這個網站，請告知該網站。',
  },
  'program-not-active': {
    title: '這個計劃現時未開放',
    why: '該網站尚未開放或已關閉計劃。請聯絡該網站，或稍後再來。',
  },
  'program-unavailable': {
    title: '現時未能提供核實',
    why: '核實服務暫時不能完成這個網站所需的檢查。我們沒有要求你提供任何資料，亦沒有儲存任何資料。請稍後再來，或聯絡該網站。',
  },
  'token-expired': {
    title: '等候時間稍長了',
    why: '為保護你，這次連線已到期。請重新開啟核實，你已完成的部分會保留。',
  },
  'wrong-parameter': {
    title: '開啟本頁的方式不正確',
    why: '問題不在你。請把以下內容傳送給該網站。',
  },
  'page-refused': {
    title: '該網站沒有回應',
    why: '我們需要該網站或你的錢包回應才能繼續。',
  },
  'connection-lost': { title: '沒有連線', why: '我們會自動重試，你所做的一切不會遺失。' },
  'unsupported-browser': {
    title: '不支援這個瀏覽器',
    why: '用較新的 Chrome、Edge、Firefox 或 Safari 開啟本頁。目前的瀏覽器欠缺：',
  },
}
