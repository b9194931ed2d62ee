import type { coverageSentences, NotFetched, riskSentences } from '@touchstone/contract'
import { zhHkCommon } from './common.ts'

const sides = { received: '收到', sent: '發出' } as const
const classes = { severe: '惡意', suspected: '懷疑惡意', high: '高風險', medium: '中風險' } as const

const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const money = (value: number, unit: string) => `${amounts.format(value)} ${unit}`

/** The Chinese sentences of the reasons for a risk score. */
export const riskSentencesZhHk: typeof riskSentences = {
  unseen: () => '沒有轉帳或標籤記錄。',
  label: ({ label, category, source, version, score }) =>
    `標籤為 ${label}（${category}），來源 ${source}，版本 ${version}：${score} 分。`,
  pooled: () => '該地址屬於匯集客戶資金的服務，經手的資金不影響其評分。',
  class: (one) => {
    const { direction, unit, of, whole, within, hops, weight } = one
    const base = one.all_counts
      ? `${sides[direction]}的 ${money(whole, unit)} `
      : `計算的 ${money(of, unit)}（共${sides[direction]} ${money(whole, unit)}）`
    const distance = hops === 1 ? '直接' : `在 ${hops} 跳之內`
    const decay = hops === 1 ? '' : ` × ${one.decay}（距離）`
    const fromOrTo = direction === 'sent' ? '送往' : '來自'
    const dust = one.dust ? '金額極小，不會令評分高於「低」。' : ''
    return (
      `在${base}中，${money(within, unit)} ${distance}${fromOrTo}${classes[one.class]}地址：` +
      `${weight}${decay} × √${one.ratio} = ${one.points} 分。${dust}`
    )
  },
  points: ({ direction, sum, counted }) =>
    `${sides[direction]}的資金合共 ${sum} 分，其中計算 ${counted} 分。`,
  inferred: ({ direction, percent }) =>
    `${sides[direction]}的資金有 ${percent}% 超出路徑上某地址的記錄餘額，其來源按該地址有記錄的收款推斷。`,
  unrecorded: ({ direction, percent }) =>
    `${sides[direction]}的資金有 ${percent}% ${direction === 'sent' ? '去向' : '來源'}沒有記錄。該等資金不視為無風險，計算比例時只計其價值的二十分之一。`,
  shortfall: ({ amount, unit }) =>
    `該地址發出的資金比記錄的收款多 ${money(amount, unit)}。差額的來源沒有記錄，計算比例時只計其二十分之一。`,
  not_followed: ({ direction, percent }) => `${sides[direction]}的資金有 ${percent}% 未能完全追蹤。`,
  late: () => '追蹤達到時限而停止，因此評分可能偏低。當時尚未追蹤的資金計為未能完全追蹤。',
  score: ({ own, floor, points, score, level }) => {
    const exposure = `${floor} + ${points}`
    const base = own === null ? exposure : `${own} 與 ${exposure} 之中較大者`
    return `評分：${base}，取整為 ${score}，${zhHkCommon.levels[level]}。`
  },
}

const whyNotFetched: Readonly<Record<NotFetched, string>> = {
  off: '已停用讀取',
  background: '正在背景讀取',
  time: '已達時限，正在背景讀取',
  budget: '這次查詢的限額已用完',
  failed: '沒有來源回應',
  behind: '來源沒有最近一天的區塊',
}

/** The Chinese sentences of the note of a coverage. */
export const coverageSentencesZhHk: typeof coverageSentences = {
  network_empty: () => '帳本沒有該網絡的轉帳。',
  network_whole: ({ block }) => `帳本包含該網絡截至區塊 ${block} 的所有轉帳。`,
  address_unseen: () => '帳本沒有這個地址的轉帳，亦沒有該網絡的完整歷史。',
  address_whole: () => '帳本包含這個地址的完整歷史。',
  network_partial: () => '帳本只有該網絡的部分轉帳，可能缺少這個地址的轉帳。',
  blocks_missing: ({ before, gaps, more, after }) => {
    const missing = [
      ...(before === null ? [] : [`區塊 ${before} 之前`]),
      ...gaps.map(({ first, last }) => (first === last ? `區塊 ${first}` : `區塊 ${first} 至 ${last}`)),
      ...(more > 0 ? [`另外 ${more} 段區塊`] : []),
      `區塊 ${after} 之後`,
    ]
    return `帳本缺少該網絡的部分轉帳：${missing.join('、')}。`
  },
  history_whole: ({ block }) => `已讀取該地址截至區塊 ${block} 的全部記錄，以及評分所依據的其他記錄。`,
  history_busy: ({ transfers }) =>
    transfers === null
      ? '該地址的轉帳數量過多，未能讀取其記錄。'
      : `該地址有 ${transfers} 宗或以上轉帳，數量過多，未能讀取其記錄。`,
  history_part: () => '該地址的記錄只讀取了一部分。',
  history_old: () => '來源沒有最近一天的區塊，或該記錄在一天前讀取。',
  not_reported: ({ kinds }) => `來源不提供：${kinds.join('、')}。`,
  unread: ({ addresses, because }) =>
    `有 ${addresses} 個地址的記錄未讀取${because === null ? '' : `：${whyNotFetched[because]}`}。`,
}
