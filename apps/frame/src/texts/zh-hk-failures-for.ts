import type { Texts } from './texts.ts'

export const zhHkFailuresFor: Texts['failuresFor'] = {
  'service.stuck': {
    title: '我們的服務出現問題',
    why: '資料沒有遺失，你的進度已保存，這次不計算為一次嘗試。再試一次，或稍後再回來。',
  },
  'identity.differs': {
    title: '這個登入屬於另一個人',
    why: '面容或出生日期與這個登入首次核實時不同。請使用你自己的登入，或向網站求助。',
  },
  'document.expired': { title: '你的證件已過期', why: '我們能讀取證件，但請使用仍然有效的證件。' },
  'document.refused': {
    title: '不能使用這份證件',
    why: '專人審閱照片後未能接納這份證件，請使用另一份證件。',
  },
  'face.review-over': { title: '你的照片已刪除', why: '照片在七天內未獲審閱，請再做一次動作。' },
  'face.service-busy': {
    title: '服務繁忙，但你的位置已保留',
    why: '我們的系統太慢，未能及時接收你的畫面。你的網絡沒有問題，這次不計算為一次嘗試。請在一分鐘內重新開始。',
  },
  'document.review-over': { title: '你的照片已刪除', why: '照片在七天內未獲審閱，請重新拍攝。' },
  'document.other-kind': { title: '這是另一種證件', why: '與你選擇的不同。重新選擇，或出示你所選的證件。' },
  'document.other-country': {
    title: '這份證件由另一個地方簽發',
    why: '與你選擇的不同。重新選擇，或出示你所選的證件。',
  },
  'document.front-missing': { title: '還需要另一面', why: '拍攝證件印有照片的一面。' },
  'document.front-unmatched': {
    title: '兩面並不屬於同一張證件',
    why: '拍攝同一張證件的兩面，保持清晰且沒有反光。',
  },
  'frames.differ': { title: '照片中有多於一份證件', why: '所有照片都要拍攝同一份證件。' },
  'zone.specimen': { title: '這是樣本', why: '這不是真人的證件，請使用你自己的證件。' },
  'picture.blurred': { title: '照片模糊', why: '拍攝時保持穩定，把證件放在平穩的表面上。' },
  'picture.glare': { title: '證件上有反光', why: '稍為傾斜證件，或避開燈光。' },
  'picture.too-dark': { title: '照片太暗', why: '增加光線，不要讓影子落在證件上。' },
  'date.too-old': { title: '這封信太舊', why: '提交最近三個月內的信件。' },
  'name.different': { title: '這封信是寄給其他人的', why: '請提交寫有你自己姓名的信件。' },
  'pdf.encrypted': { title: '這個檔案已上鎖', why: '檔案需要密碼才能開啟，請另存為沒有密碼的檔案。' },
  'pdf.broken': { title: '未能開啟這個檔案', why: '選擇另一個檔案。' },
  'image.broken': { title: '未能開啟這個檔案', why: '選擇另一個檔案。' },
  'image.unknown-format': { title: '未能讀取這種檔案', why: '使用 JPEG、PNG、WebP 或 PDF。' },
  'statement.provider-unreachable': { title: '資料機構沒有回應', why: '數分鐘後再試，或選擇另一個機構。' },
  'screening.declined': { title: '未能在這裏核實你的身份', why: '如認為有誤，請聯絡該網站。' },
  'grant.ended': { title: '你在該網站的核實已經結束', why: '如認為有誤，請聯絡該網站。' },
  'token.used': { title: '這個頁面已經開啟過', why: '頁面只能開啟一次，請在該網站重新開啟核實。' },
  'token.unknown': { title: '我們不認得這次連線', why: '請在該網站重新開啟核實。' },
}
