import type { Texts } from '../texts.ts'

export const zhHkService: Pick<Texts, 'service'> = {
  service: {
    title: '服務',
    lead: '管理商戶及查看服務狀況。只有營運者看到此頁。',
    merchants: '商戶',
    merchantsWhy: '以命令建立：touchstone merchant create。',
    noMerchants: '尚未有商戶',
    noMerchantsWhy: '請以命令建立第一個商戶。',
    merchant: '商戶',
    plan: '方案',
    rate: (calls) => `每秒 ${calls} 次呼叫`,
    keys: '密鑰',
    byMerchant: '商戶及營運者',
    byOperator: '營運者',
    two: '兩人',
    whoDecides: '由誰決定',
    reviewsOf: (name) => `${name} 的覆核`,
    delegate: '讓商戶決定',
    delegateWhy:
      '此商戶的合規人員和擁有者會看到在其驗證計劃中等候覆核者的姓名、證件和照片。他們的決定只適用於此商戶；影響其他商戶的覆核仍由你決定。',
    notDemo: '任何人都可以開啟示範，因此其覆核只由你決定。',
    byTwo: '須由兩人決定',
    byTwoWhy: '第一位提出意見；另一位成員意見相同，驗證才會繼續。',
    byTwoOff: '只能以命令列取消：touchstone review rule --two-people no。',
    reviewsOfAll: '所有商戶的覆核',
    reviewsOfAllWhy: '除個別商戶的設定外，對每個商戶都有效。',
  },
}
