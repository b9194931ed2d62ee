import {
  type CoverageReason,
  coverageSentences,
  type RiskReason,
  riskSentences,
  sentenceOf,
} from '@touchstone/contract'
import { expect, test } from 'vitest'
import { coverageSentencesZhHk, riskSentencesZhHk } from './reasons.ts'

const direct: RiskReason = {
  ...{ code: 'class', direction: 'received', unit: 'USD', class: 'high', hops: 1, weight: 70, decay: 1 },
  ...{ of: 52_619_997.6, whole: 52_619_997.6, within: 3675.53, all_counts: true, ratio: 0.0001 },
  ...{ points: 0.58, dust: false },
}
const reasons: [RiskReason, string, string][] = [
  [{ code: 'unseen' }, 'No transfer or label is on record.', '沒有轉帳或標籤記錄。'],
  [
    {
      ...{ code: 'label', label: 'Halcyon (old)', category: 'theft' },
      ...{ source: 'a list', version: '1', score: 100 },
    },
    'Labelled as Halcyon (old) (theft) by a list, edition 1: score 100.',
    '標籤為 Halcyon (old)（theft），來源 a list，版本 1：100 分。',
  ],
  [
    { code: 'pooled' },
    'The address belongs to a service that pools customer funds. Funds that pass through the address do not affect its score.',
    '該地址屬於匯集客戶資金的服務，經手的資金不影響其評分。',
  ],
  [
    direct,
    'Of 52,619,997.6 USD received, 3,675.53 USD came from high-risk addresses directly: 70 × √0.0001 = 0.58 points.',
    '在收到的 52,619,997.6 USD 中，3,675.53 USD 直接來自高風險地址：70 × √0.0001 = 0.58 分。',
  ],
  [
    {
      ...direct,
      ...{ of: 6975, whole: 11_250, within: 1200, all_counts: false, class: 'severe' },
      ...{ weight: 100, ratio: 0.172, points: 41.48 },
    },
    'Of 6,975 USD that count (11,250 USD received in total), 1,200 USD came from malicious addresses directly: 100 × √0.172 = 41.48 points.',
    '在計算的 6,975 USD（共收到 11,250 USD）中，1,200 USD 直接來自惡意地址：100 × √0.172 = 41.48 分。',
  ],
  [
    {
      ...direct,
      ...{ direction: 'sent', unit: 'ETH', of: 10, whole: 10, within: 4, class: 'suspected', hops: 3 },
      ...{ weight: 65, decay: 0.25, ratio: 0.3817, points: 10.04, dust: true },
    },
    'Of 10 ETH sent, 4 ETH went to suspected malicious addresses within 3 hops: 65 × 0.25 for distance × √0.3817 = 10.04 points. This is a dust amount, which never raises a score above Low.',
    '在發出的 10 ETH 中，4 ETH 在 3 跳之內送往懷疑惡意地址：65 × 0.25（距離） × √0.3817 = 10.04 分。金額極小，不會令評分高於「低」。',
  ],
  [
    { code: 'points', direction: 'received', sum: 120.5, counted: 97 },
    '120.5 points in total for funds received, of which 97 count.',
    '收到的資金合共 120.5 分，其中計算 97 分。',
  ],
  [
    { code: 'not_followed', direction: 'sent', percent: 49.2 },
    '49.2% of the funds sent were not fully traced.',
    '發出的資金有 49.2% 未能完全追蹤。',
  ],
  [
    { code: 'inferred', direction: 'received', percent: 3.1 },
    "3.1% of the funds received exceeded the recorded balance of an address on the path. The origin of these funds is inferred from the address's recorded inflow.",
    '收到的資金有 3.1% 超出路徑上某地址的記錄餘額，其來源按該地址有記錄的收款推斷。',
  ],
  [
    { code: 'unrecorded', direction: 'received', percent: 41 },
    '41% of the funds received have no recorded origin. They do not count as clean: the shares include only a twentieth of their value.',
    '收到的資金有 41% 來源沒有記錄。該等資金不視為無風險，計算比例時只計其價值的二十分之一。',
  ],
  [
    { code: 'unrecorded', direction: 'sent', percent: 2.5 },
    '2.5% of the funds sent have no recorded destination. They do not count as clean: the shares include only a twentieth of their value.',
    '發出的資金有 2.5% 去向沒有記錄。該等資金不視為無風險，計算比例時只計其價值的二十分之一。',
  ],
  [
    { code: 'shortfall', amount: 970, unit: 'USD' },
    'The address sent 970 USD more than it is recorded to have received. The origin of this difference is not recorded, and the shares include a twentieth of it.',
    '該地址發出的資金比記錄的收款多 970 USD。差額的來源沒有記錄，計算比例時只計其二十分之一。',
  ],
  [
    { code: 'late' },
    'Tracing stopped at the time limit, so the score may be too low. Funds that had not been followed by that time count as not fully traced.',
    '追蹤達到時限而停止，因此評分可能偏低。當時尚未追蹤的資金計為未能完全追蹤。',
  ],
  [
    { code: 'score', own: 100, floor: 3, points: 10.04, score: 100, level: 'Severe' },
    'Score: the larger of 100 and 3 + 10.04, rounded to 100, Severe.',
    '評分：100 與 3 + 10.04 之中較大者，取整為 100，嚴重。',
  ],
  [
    { code: 'score', own: null, floor: 3, points: 0, score: 3, level: 'Low' },
    'Score: 3 + 0, rounded to 3, Low.',
    '評分：3 + 0，取整為 3，低。',
  ],
]

test.each(reasons)('builds the sentences of %j', (reason, english, chinese) => {
  expect(sentenceOf(riskSentences, reason)).toBe(english)
  expect(sentenceOf(riskSentencesZhHk, reason)).toBe(chinese)
})

const notes: [CoverageReason, string][] = [
  [{ code: 'network_partial' }, '帳本只有該網絡的部分轉帳，可能缺少這個地址的轉帳。'],
  [
    {
      ...{ code: 'blocks_missing', before: 7, more: 2, after: 80 },
      gaps: [
        { first: 9, last: 9 },
        { first: 12, last: 20 },
      ],
    },
    '帳本缺少該網絡的部分轉帳：區塊 7 之前、區塊 9、區塊 12 至 20、另外 2 段區塊、區塊 80 之後。',
  ],
  [{ code: 'history_part' }, '該地址的記錄只讀取了一部分。'],
  [{ code: 'not_reported', kinds: ['internal transfers'] }, '來源不提供：internal transfers。'],
  [{ code: 'unread', addresses: 3, because: 'failed' }, '有 3 個地址的記錄未讀取：沒有來源回應。'],
  [{ code: 'unread', addresses: 1, because: null }, '有 1 個地址的記錄未讀取。'],
  [{ code: 'history_whole', block: 500 }, '已讀取該地址截至區塊 500 的全部記錄，以及評分所依據的其他記錄。'],
]

test.each(notes)('builds the note of %j', (reason, chinese) => {
  expect(sentenceOf(coverageSentencesZhHk, reason)).toBe(chinese)
})

test('has a sentence for every code in both languages', () => {
  expect(Object.keys(riskSentencesZhHk)).toEqual(Object.keys(riskSentences))
  expect(new Set(reasons.map(([{ code }]) => code))).toEqual(new Set(Object.keys(riskSentences)))
  expect(Object.keys(coverageSentencesZhHk)).toEqual(Object.keys(coverageSentences))
})
