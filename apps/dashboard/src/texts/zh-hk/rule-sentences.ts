/**
 * Translates a sentence about a rule or about the values that it compared from English, as stored with a decision,
 * into Chinese. A sentence that matches no pattern is returned unchanged.
 */
export function ruleInChinese(text: string): string {
  const [, verb, conditions, mode] = rulePattern.exec(text) ?? []
  if (verb !== undefined && conditions !== undefined) {
    const dust = conditions.endsWith(', also for dust')
    const inner = conditionsInChinese(dust ? conditions.slice(0, -', also for dust'.length) : conditions)
    if (inner === undefined) return text
    const shadow = mode === undefined ? '' : '規則處於影子模式，不作決定。'
    return `如果${inner}，${verbs[verb] ?? verb}轉帳${dust ? '，包括粉塵' : ''}。${shadow}`
  }
  const unknown = ' This value counts against the transfer.'
  const counts = text.endsWith(unknown)
  const found = firstMatch(foundPatterns, counts ? text.slice(0, -unknown.length) : text)
  return found === undefined ? text : `${found}${counts ? '這個數值對轉帳不利。' : ''}`
}

const rulePattern =
  /^(Allow|Hold|Block) a transfer if (.+?)\.( The rule is in shadow mode and decides nothing\.)?$/
const verbs: Readonly<Record<string, string>> = { Allow: '批准', Hold: '暫緩', Block: '封鎖' }

/** Conditions are separated by "and" or "or", also within a condition, so the shortest ones are tried first. */
function conditionsInChinese(text: string): string | undefined {
  const whole = conditionInChinese(text)
  if (whole !== undefined) return whole
  for (const [joint, chinese] of joints) {
    for (let at = text.indexOf(joint); at !== -1; at = text.indexOf(joint, at + 1)) {
      const first = conditionInChinese(text.slice(0, at))
      const rest = first === undefined ? undefined : conditionsInChinese(text.slice(at + joint.length))
      if (first !== undefined && rest !== undefined) return `${first}${chinese}${rest}`
    }
  }
  return undefined
}

const joints = [
  [' and ', '，而且'],
  [' or ', '，或者'],
] as const

function conditionInChinese(text: string): string | undefined {
  const [, group] = /^\((.+)\)$/.exec(text) ?? []
  if (group !== undefined) {
    const inner = conditionsInChinese(group)
    return inner === undefined ? undefined : `（${inner}）`
  }
  return firstMatch(conditionPatterns, text)
}

const words: Readonly<Record<string, string>> = {
  Low: '低',
  Moderate: '中等',
  High: '高',
  Severe: '嚴重',
  passed: '通過',
  failed: '不通過',
  'in progress': '進行中',
  missing: '沒有',
  unknown: '不明',
  complete: '完整',
  incomplete: '不完整',
  own: '自身',
  direct: '直接',
  indirect: '間接',
  received: '收到',
  sent: '發出',
  deposit: '存款',
  withdrawal: '提款',
  transfers: '轉帳',
  deposits: '存款',
  withdrawals: '提款',
  'not given': '沒有提供',
}
const word = (name: string) => words[name] ?? name
const list = (names: string) =>
  names
    .split(/, | or /)
    .map(word)
    .join('、')
const window = (duration: string) =>
  duration
    .replace('a day', '一天')
    .replace('an hour', '一小時')
    .replace(/ days$/, ' 天')
    .replace(/ hours$/, ' 小時')
const money = (text: string) => text.replace('an unknown amount', '不明金額')

type Pattern = readonly [RegExp, (...parts: string[]) => string]
/** No part of a condition contains "the", which begins the next condition. */
const some = '((?:(?! the | it is )[^()])+?)'
const conditionPatterns: readonly Pattern[] = [
  [
    new RegExp(`^the counterparty itself is labelled ${some}$`),
    (names = '') => `對手方自身的標籤是${list(names)}`,
  ],
  [
    new RegExp(
      `^the counterparty has (?:${some} )?exposure(?: of the funds (received|sent))? to ${some}(?: of ([0-9.,…]+ USD) or more)?(?: (?:of|and) ([0-9.,…]+ %) or more of its funds)?$`,
    ),
    (how, side, names = '', usd, share) =>
      [
        `對手方${side === undefined ? '' : `${word(side)}的資金`}與${list(names)}有${how === undefined ? '' : list(how)}關聯`,
        ...(usd === undefined ? [] : [`達 ${usd}`]),
        ...(share === undefined ? [] : [`佔其資金 ${share} 或以上`]),
      ].join('，'),
  ],
  [
    new RegExp(`^the risk level of the counterparty is ${some}$`),
    (levels = '') => `對手方的風險級別是${list(levels)}`,
  ],
  [/^the risk score of the counterparty is (\S+) or more$/, (score) => `對手方的風險分數是 ${score} 或以上`],
  [/^the value is known$/, () => '價值已知'],
  [
    /^it is worth (?:([0-9.,…]+ USD) or more)?(?: and )?(?:less than ([0-9.,…]+ USD))?$/,
    (least, below) =>
      [
        ...(least === undefined ? [] : [`價值達 ${least}`]),
        ...(below === undefined ? [] : [`價值少於 ${below}`]),
      ].join('，'),
  ],
  [/^it is a (deposit|withdrawal)$/, (what = '') => `這是${word(what)}`],
  [new RegExp(`^the coin is ${some}$`), (coins = '') => `幣種是 ${list(coins)}`],
  [
    new RegExp(`^the verification of the customer is ${some}$`),
    (states = '') => `客戶的驗證是${list(states)}`,
  ],
  [
    /^the customer’s (transfers|deposits|withdrawals)( with the same address)? within (a day|an hour|\S+ days|\S+ hours) ?(?:number (\S+) or more)?(?: and )?(?:add up to ([0-9.,…]+ USD) or more)?$/,
    (what = '', same, hours = '', count, usd) =>
      [
        `客戶在 ${window(hours)}內${same === undefined ? '' : '與同一地址'}的${word(what)}`,
        ...(count === undefined ? [] : [`達 ${count} 次`]),
        ...(usd === undefined ? [] : [`共達 ${usd}`]),
      ].join(' '),
  ],
  [/^the customer uses the address for the first time$/, () => '客戶首次使用該地址'],
  [
    /^the customer made (\S+) or more transfers within (a day|an hour|\S+ days|\S+ hours) that are at most (\S+ %) below (\S+ USD)$/,
    (count, hours = '', share, usd) =>
      `客戶在 ${window(hours)}內有 ${count} 項或以上的轉帳比 ${usd} 低最多 ${share}`,
  ],
  [
    /^the customer withdraws (\S+ %) or more of deposits(?: of (\S+ USD) or more)? within (a day|an hour|\S+ days|\S+ hours)$/,
    (share, usd, hours = '') =>
      `客戶在 ${window(hours)}內提走存款的 ${share} 或以上${usd === undefined ? '' : `，而存款達 ${usd}`}`,
  ],
  [/^the customer was inactive for (\S+) days or more$/, (days) => `客戶至少 ${days} 天沒有活動`],
  [
    new RegExp(`^the data about the counterparty is ${some}$`),
    (states = '') => `對手方的資料${list(states).replace('沒有', '欠缺')}`,
  ],
  [new RegExp(`^the customer’s country is ${some}$`), (codes = '') => `客戶的國家是 ${list(codes)}`],
]

const foundPatterns: readonly Pattern[] = [
  [/^The counterparty is labelled (.+)\.$/, (name = '') => `對手方的標籤是${word(name)}。`],
  [
    /^The exposure is (.+), (\S+ %) of the funds\.$/,
    (usd = '', share) => `敞口是 ${money(usd)}，佔資金的 ${share}。`,
  ],
  [/^The score is (\d+)\.$/, (score) => `分數是 ${score}。`],
  [/^The transfer is worth (.+)\.$/, (usd = '') => `轉帳的價值是 ${money(usd)}。`],
  [/^It is a (deposit|withdrawal)\.$/, (what = '') => `這是${word(what)}。`],
  [/^The coin is (.+)\.$/, (coin) => `幣種是 ${coin}。`],
  [/^The verification is (.+)\.$/, (state = '') => `驗證是${word(state)}。`],
  [
    /^(\d+) transfers within (.+), together (.+)\.$/,
    (count, hours = '', usd = '') => `${window(hours)}內有 ${count} 項轉帳，共 ${money(usd)}。`,
  ],
  [/^No earlier transfer of the customer used this address\.$/, () => '客戶較早的轉帳沒有使用過這個地址。'],
  [/^(\d+) transfers are just below (.+)\.$/, (count, usd) => `${count} 項轉帳略低於 ${usd}。`],
  [
    /^Within (.+), (.+) came in and (.+) went out\.$/,
    (hours = '', into = '', out = '') => `${window(hours)}內轉入 ${money(into)}，轉出 ${money(out)}。`,
  ],
  [/^The last activity was (\S+) days earlier\.$/, (days) => `上次活動是在 ${days} 天之前。`],
  [
    /^The data is (complete|incomplete|missing)\.$/,
    (state = '') => `資料${word(state).replace('沒有', '欠缺')}。`,
  ],
  [/^The country is (.+)\.$/, (code = '') => `國家是 ${word(code)}。`],
]

function firstMatch(patterns: readonly Pattern[], text: string): string | undefined {
  for (const [pattern, translate] of patterns) {
    const found = pattern.exec(text)
    if (found) return translate(...found.slice(1))
  }
  return undefined
}
