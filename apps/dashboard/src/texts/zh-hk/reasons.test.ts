import { expect, test } from 'vitest'
import { reasonInChinese } from './reasons.ts'

test.each([
  ['Nothing is known of it: no transfer, no label.', '對它一無所知：沒有轉帳，也沒有標籤。'],
  [
    'It is itself known as Halcyon (old) (theft), says a list, edition 1: 100.',
    '它本身被稱為 Halcyon (old)（theft），來源 a list，版本 1：100。',
  ],
  [
    "It is a service that pools its users' money, and is not judged by whose money passes through it.",
    '它是匯集用戶資金的服務，不按經手的資金評分。',
  ],
  [
    'Of 52,619,997.6 USD that it received, 3,675.53 USD came from high-risk addresses directly: 70 × √0.0001 = 0.58 points.',
    '在收到的 52,619,997.6 USD 中，3,675.53 USD 直接來自高風險地址：70 × √0.0001 = 0.58 分。',
  ],
  [
    'Of 10 ETH that it sent, 4 ETH went to suspected malicious addresses within 3 hops: 65 × 0.25 for the distance × √0.3817 = 10.04 points. This is dust, which never raises anybody above Low.',
    '在發出的 10 ETH 中，4 ETH 在 3 跳之內送往懷疑惡意地址：65 × 0.25（距離） × √0.3817 = 10.04 分。金額極小，不會使任何地址高於「低」。',
  ],
  [
    'Together 120.5 points for what it received, of which 97 count.',
    '收到的資金合共 120.5 分，其中計算 97 分。',
  ],
  ['49.2% of what it sent was not followed to an end.', '發出的資金有 49.2% 未能追蹤到底。'],
  [
    '3.1% of what it received left purses that held too little by the records, and is judged by what these are recorded to have received.',
    '收到的資金有 3.1% 出自按記錄餘額不足的錢包，按這些錢包有記錄的收入評分。',
  ],
  [
    '8% of what it received is of an origin that is not recorded, and counts as clean.',
    '收到的資金有 8% 來源沒有記錄，視為清白。',
  ],
  [
    'The larger of 100 and 3 + 10.04, rounded: 100, Severe.',
    '100 與 3 + 10.04 之中較大者，取整：100，嚴重。',
  ],
  ['3 + 0, rounded: 3, Low.', '3 + 0，取整：3，低。'],
])('%s', (sentence, said) => {
  expect(reasonInChinese(sentence)).toBe(said)
})

test('a sentence that is not known stays as it is', () => {
  expect(reasonInChinese('Something else.')).toBe('Something else.')
})
