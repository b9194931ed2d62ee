import { zhHkCommon } from './common.ts'

/**
 * Translates a sentence of an explanation from English, as written by the service, into Chinese. A sentence
 * that matches no pattern is returned unchanged.
 */
export function reasonInChinese(sentence: string): string {
  for (const [pattern, translate] of patterns) {
    const found = pattern.exec(sentence)
    if (found) return translate(...found.slice(1))
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

const blocksInChinese = (missing: string) =>
  missing
    .replace(/^the blocks before (\d+)$/, '區塊 $1 之前')
    .replace(/^the blocks after (\d+)$/, '區塊 $1 之後')
    .replace(/^blocks? (\d+)(?: to (\d+))?$/, (_, first, last) =>
      last === undefined ? `區塊 ${first}` : `區塊 ${first} 至 ${last}`,
    )
    .replace(/^(\d+) more ranges of blocks$/, '另外 $1 段區塊')

type Pattern = readonly [RegExp, (...parts: string[]) => string]
const patterns: readonly Pattern[] = [
  [
    /^The ledger contains only some of the transfers on this network\./,
    () => '帳本只有該網絡的部分轉帳，可能缺少這個地址的轉帳。',
  ],
  [
    /^The ledger lacks transfers in some blocks of this network: (.+)\.$/,
    (missing = '') => `帳本缺少該網絡的部分轉帳：${missing.split(', ').map(blocksInChinese).join('、')}。`,
  ],
  [/^No transfer or label is on record\.$/, () => '沒有轉帳或標籤記錄。'],
  [
    /^Labelled as (.+) \(([^)]*)\) by (.+), edition (.+): score (\d+)\.$/,
    (name, category, source, edition, score) =>
      `標籤為 ${name}（${category}），來源 ${source}，版本 ${edition}：${score} 分。`,
  ],
  [
    /^The address belongs to a service that pools customer funds\./,
    () => '該地址屬於匯集客戶資金的服務，經手的資金不影響其評分。',
  ],
  [
    /^Of (.+?) (?:that count \((.+) )?(received|sent)(?: in total\))?, (.+) (?:came from|went to) (.+) addresses (?:directly|within (\d+) hops): (.+?)(?: for distance)? × (√\S+ = \S+) points\.( This is a dust amount.*)?$/,
    (of, whole, side, within, kind, hops, weight, rest, dust) =>
      `在${
        whole === undefined
          ? `${word(sides, side)}的 ${of} `
          : `計算的 ${of}（共${word(sides, side)} ${whole}）`
      }中，${within} ${hops === undefined ? '直接' : `在 ${hops} 跳之內`}${
        side === 'sent' ? '送往' : '來自'
      }${word(classes, kind)}地址：${weight}${hops === undefined ? '' : '（距離）'} × ${rest} 分。${
        dust === undefined ? '' : '金額極小，不會令評分高於「低」。'
      }`,
  ],
  [
    /^(\S+) points in total for funds (received|sent), of which (\S+) count\.$/,
    (sum, side, points) => `${word(sides, side)}的資金合共 ${sum} 分，其中計算 ${points} 分。`,
  ],
  [
    /^(\S+) of the funds (received|sent) were not fully traced\.$/,
    (share, side) => `${word(sides, side)}的資金有 ${share} 未能完全追蹤。`,
  ],
  [
    /^(\S+) of the funds (received|sent) exceeded the recorded balance/,
    (share, side) =>
      `${word(sides, side)}的資金有 ${share} 超出路徑上某地址的記錄餘額，其來源按該地址有記錄的收款推斷。`,
  ],
  [
    /^The address sent (.+) more than it is recorded to have received\./,
    (amount) => `該地址發出的資金比記錄的收款多 ${amount}。差額的來源沒有記錄，計算比例時只計其二十分之一。`,
  ],
  // Reports of model version 2 and earlier.
  [
    /^(\S+) of the funds (received|sent) have no recorded origin and count as clean\.$/,
    (share, side) => `${word(sides, side)}的資金有 ${share} 來源沒有記錄，視為無風險。`,
  ],
  [
    /^(\S+) of the funds (received|sent) have no recorded (?:origin|destination)\./,
    (share, side) =>
      `${word(sides, side)}的資金有 ${share} ${
        side === 'sent' ? '去向' : '來源'
      }沒有記錄。該等資金不視為無風險，計算比例時只計其價值的二十分之一。`,
  ],
  [
    /^Score: (?:the larger of (\d+) and )?(\d+ \+ \S+), rounded to (\d+), (\w+)\.$/,
    (own, exposure, score, level) =>
      `評分：${own === undefined ? exposure : `${own} 與 ${exposure} 之中較大者`}，取整為 ${score}，${word(zhHkCommon.levels, level)}。`,
  ],
]
