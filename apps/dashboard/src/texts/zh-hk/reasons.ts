import { zhHkCommon } from './common.ts'

/**
 * The sentences of an explanation, which the service makes in English, by their forms. One that has no form here stays as it
 * is: better in another language than left out.
 */
export function reasonInChinese(sentence: string): string {
  for (const [form, say] of forms) {
    const found = form.exec(sentence)
    if (found) return say(...found.slice(1))
  }
  return sentence
}

const sides: Readonly<Record<string, string>> = { received: '收到', sent: '發出' }
const classes: Readonly<Record<string, string>> = {
  malicious: '惡意',
  'suspected malicious': '懷疑惡意',
  'high-risk': '高風險',
  'medium-risk': '中風險',
}
const word = (words: Readonly<Record<string, string>>, name = '') => words[name] ?? name

type Form = readonly [RegExp, (...parts: string[]) => string]
const forms: readonly Form[] = [
  [/^Nothing is known of it: no transfer, no label\.$/, () => '對它一無所知：沒有轉帳，也沒有標籤。'],
  [
    /^It is itself known as (.+) \(([^)]*)\), says (.+), edition (.+): (\d+)\.$/,
    (name, category, source, edition, score) =>
      `它本身被稱為 ${name}（${category}），來源 ${source}，版本 ${edition}：${score}。`,
  ],
  [/^It is a service that pools its users' money,/, () => '它是匯集用戶資金的服務，不按經手的資金評分。'],
  [
    /^Of (.+) that it (received|sent), (.+) (?:came from|went to) (.+) addresses (?:directly|within (\d+) hops): (.+?)(?: for the distance)? × (√\S+ = \S+) points\.( This is dust.*)?$/,
    (of, side, within, kind, hops, weight, rest, dust) =>
      `在${word(sides, side)}的 ${of} 中，${within} ${hops === undefined ? '直接' : `在 ${hops} 跳之內`}${
        side === 'sent' ? '送往' : '來自'
      }${word(classes, kind)}地址：${weight}${hops === undefined ? '' : '（距離）'} × ${rest} 分。${
        dust === undefined ? '' : '金額極小，不會使任何地址高於「低」。'
      }`,
  ],
  [
    /^Together (\S+) points for what it (received|sent), of which (\S+) count\.$/,
    (sum, side, points) => `${word(sides, side)}的資金合共 ${sum} 分，其中計算 ${points} 分。`,
  ],
  [
    /^(\S+) of what it (received|sent) was not followed to an end\.$/,
    (share, side) => `${word(sides, side)}的資金有 ${share} 未能追蹤到底。`,
  ],
  [
    /^(\S+) of what it (received|sent) left purses that held too little/,
    (share, side) =>
      `${word(sides, side)}的資金有 ${share} 出自按記錄餘額不足的錢包，按這些錢包有記錄的收入評分。`,
  ],
  [
    /^(\S+) of what it (received|sent) is of an origin that is not recorded/,
    (share, side) => `${word(sides, side)}的資金有 ${share} 來源沒有記錄，視為清白。`,
  ],
  [
    /^(?:The larger of (\d+) and )?(\d+ \+ \S+), rounded: (\d+), (\w+)\.$/,
    (own, exposure, score, level) =>
      `${own === undefined ? exposure : `${own} 與 ${exposure} 之中較大者`}，取整：${score}，${word(zhHkCommon.levels, level)}。`,
  ],
]
