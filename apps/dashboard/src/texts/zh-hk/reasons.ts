import { zhHkCommon } from './common.ts'

/**
 * Translates an explanation from English, as written by the service, into Chinese. An explanation with a sentence
 * that matches no pattern is returned unchanged.
 */
export function reasonInChinese(explanation: string): string {
  const whole = sentenceInChinese(explanation)
  if (whole !== undefined) return whole
  const sentences = explanation.split(/(?<=\.) (?=[A-Z])/).map(sentenceInChinese)
  return sentences.includes(undefined) ? explanation : sentences.join('')
}

function sentenceInChinese(sentence: string): string | undefined {
  for (const [pattern, translate] of patterns) {
    const found = pattern.exec(sentence)
    if (found) return translate(...found.slice(1))
  }
  return undefined
}

const sides: Readonly<Record<string, string>> = { received: '收到', sent: '發出' }
const classes: Readonly<Record<string, string>> = {
  malicious: '惡意',
  'suspected malicious': '懷疑惡意',
  'high-risk': '高風險',
  'medium-risk': '中風險',
}
const word = (words: Readonly<Record<string, string>>, name = '') => words[name] ?? name

const unreadReasons: Readonly<Record<string, string>> = {
  'fetching is turned off': '已停用讀取',
  'they are fetched in the background': '正在背景讀取',
  'the time limit was reached, and they are fetched in the background': '已達時限，正在背景讀取',
  "the query's budget was spent": '這次查詢的限額已用完',
  'no source answered': '沒有來源回應',
  'the source has no blocks of the last day': '來源沒有最近一天的區塊',
}

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
  [
    /^The whole history of this address up to block (\d+) was read, as were the histories that the score depends on\.$/,
    (block) => `已讀取該地址截至區塊 ${block} 的全部記錄，以及評分所依據的其他記錄。`,
  ],
  [
    /^The address has (\d+) or more transfers, which is too many for its history to be read\.$/,
    (count) => `該地址有 ${count} 宗或以上轉帳，數量過多，未能讀取其記錄。`,
  ],
  [/^The history of this address has been read only in part\.$/, () => '該地址的記錄只讀取了一部分。'],
  [
    /^The source has no blocks of the last day, or the history was last read more than a day ago\.$/,
    () => '來源沒有最近一天的區塊，或該記錄在一天前讀取。',
  ],
  [
    /^The source does not report ([^.]+)\.$/,
    (kinds = '') => `來源不提供：${kinds.split(' and ').join('、')}。`,
  ],
  [
    /^The histor(?:y|ies) of (\d+) address(?:es)? w(?:as|ere) not read(?:, because ([^.]+))?\.$/,
    (count, because) =>
      `有 ${count} 個地址的記錄未讀取${because === undefined ? '' : `：${word(unreadReasons, because)}`}。`,
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
