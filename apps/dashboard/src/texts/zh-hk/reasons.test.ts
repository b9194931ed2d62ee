import { expect, test } from 'vitest'
import { reasonInChinese } from './reasons.ts'

test.each([
  ['No transfer or label is on record.', '沒有轉帳或標籤記錄。'],
  [
    'Labelled as Halcyon (old) (theft) by a list, edition 1: score 100.',
    '標籤為 Halcyon (old)（theft），來源 a list，版本 1：100 分。',
  ],
  [
    'The address belongs to a service that pools customer funds. Funds that pass through the address do not affect its score.',
    '該地址屬於匯集客戶資金的服務，經手的資金不影響其評分。',
  ],
  [
    'Of 52,619,997.6 USD received, 3,675.53 USD came from high-risk addresses directly: 70 × √0.0001 = 0.58 points.',
    '在收到的 52,619,997.6 USD 中，3,675.53 USD 直接來自高風險地址：70 × √0.0001 = 0.58 分。',
  ],
  [
    'Of 6,975 USD that count (11,250 USD received in total), 1,200 USD came from malicious addresses directly: 100 × √0.172 = 41.48 points.',
    '在計算的 6,975 USD（共收到 11,250 USD）中，1,200 USD 直接來自惡意地址：100 × √0.172 = 41.48 分。',
  ],
  [
    'Of 10 ETH sent, 4 ETH went to suspected malicious addresses within 3 hops: 65 × 0.25 for distance × √0.3817 = 10.04 points. This is a dust amount, which never raises a score above Low.',
    '在發出的 10 ETH 中，4 ETH 在 3 跳之內送往懷疑惡意地址：65 × 0.25（距離） × √0.3817 = 10.04 分。金額極小，不會令評分高於「低」。',
  ],
  [
    '120.5 points in total for funds received, of which 97 count.',
    '收到的資金合共 120.5 分，其中計算 97 分。',
  ],
  ['49.2% of the funds sent were not fully traced.', '發出的資金有 49.2% 未能完全追蹤。'],
  [
    "3.1% of the funds received exceeded the recorded balance of an address on the path. The origin of these funds is inferred from the address's recorded inflow.",
    '收到的資金有 3.1% 超出路徑上某地址的記錄餘額，其來源按該地址有記錄的收款推斷。',
  ],
  [
    '8% of the funds received have no recorded origin and count as clean.',
    '收到的資金有 8% 來源沒有記錄，視為無風險。',
  ],
  [
    '41% of the funds received have no recorded origin. They do not count as clean: the shares include only a twentieth of their value.',
    '收到的資金有 41% 來源沒有記錄。該等資金不視為無風險，計算比例時只計其價值的二十分之一。',
  ],
  [
    '2.5% of the funds sent have no recorded destination. They do not count as clean: the shares include only a twentieth of their value.',
    '發出的資金有 2.5% 去向沒有記錄。該等資金不視為無風險，計算比例時只計其價值的二十分之一。',
  ],
  [
    'The address sent 970 USD more than it is recorded to have received. The origin of this difference is not recorded, and the shares include a twentieth of it.',
    '該地址發出的資金比記錄的收款多 970 USD。差額的來源沒有記錄，計算比例時只計其二十分之一。',
  ],
  [
    'Score: the larger of 100 and 3 + 10.04, rounded to 100, Severe.',
    '評分：100 與 3 + 10.04 之中較大者，取整為 100，嚴重。',
  ],
  ['Score: 3 + 0, rounded to 3, Low.', '評分：3 + 0，取整為 3，低。'],
  [
    'The ledger contains only some of the transfers on this network. Transfers to or from this address may be missing.',
    '帳本只有該網絡的部分轉帳，可能缺少這個地址的轉帳。',
  ],
  [
    'The ledger lacks transfers in some blocks of this network: the blocks before 7, block 9, blocks 12 to 20, 2 more ranges of blocks, the blocks after 80.',
    '帳本缺少該網絡的部分轉帳：區塊 7 之前、區塊 9、區塊 12 至 20、另外 2 段區塊、區塊 80 之後。',
  ],
  [
    'The history of this address has been read only in part. The source does not report internal transfers. The histories of 3 addresses were not read, because no source answered.',
    '該地址的記錄只讀取了一部分。來源不提供：internal transfers。有 3 個地址的記錄未讀取：沒有來源回應。',
  ],
  [
    'The whole history of this address up to block 500 was read, as were the histories that the score depends on.',
    '已讀取該地址截至區塊 500 的全部記錄，以及評分所依據的其他記錄。',
  ],
  ['The history of 1 address was not read.', '有 1 個地址的記錄未讀取。'],
])('%s', (sentence, said) => {
  expect(reasonInChinese(sentence)).toBe(said)
})

test('returns an unknown sentence unchanged', () => {
  expect(reasonInChinese('Something else.')).toBe('Something else.')
})
