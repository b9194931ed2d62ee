import { readHttpUrl } from '@touchstone/common'
import { mapPrice, priceHeader } from '../prices/read-prices.ts'
import { SourceError } from '../sources/histories/source-error.ts'
import type { SourceHttp } from '../sources/histories/source-http.ts'
import type { DayUsd, PriceSource } from './price-source.ts'

const millisecondsOfDay = 86_400_000

/**
 * Opens a URL that returns prices in the CSV format of `touchstone import prices`. `{coin}`, `{from}` and
 * `{to}` in the URL are replaced by the coin and the first and last date. Rows for other coins or days are
 * ignored.
 */
export function openPriceCsv(options: {
  readonly name: string
  readonly url: string
  readonly http: SourceHttp
}): PriceSource {
  const { name, url: template, http } = options
  return {
    name,
    assetOf: ({ identifier }) => identifier,
    async read(coin, { from, to }, asking) {
      const dateOf = (day: number) => new Date(day * millisecondsOfDay).toISOString().slice(0, 10)
      const filled = template
        .replaceAll('{coin}', encodeURIComponent(coin))
        .replaceAll('{from}', dateOf(from))
        .replaceAll('{to}', dateOf(to))
      const { target, headers } = readHttpUrl(filled)
      const url = new URL(target)
      return await http.json({
        ...{ url, asking, headers: { ...headers, accept: 'text/csv' }, parse: (text) => text },
        read: (text) => readRows(String(text), url.host, coin).filter(({ day }) => day >= from && day <= to),
      })
    },
  }
}

function readRows(text: string, host: string, coin: string): DayUsd[] {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (header.trim() !== priceHeader.join(',')) {
    throw new SourceError(
      'invalid',
      `${host}: the response is not CSV with the columns ${priceHeader.join(', ')}`,
    )
  }
  return lines.flatMap((line, index) => {
    const fields = line.split(',')
    if (line.trim() === '' || fields[0]?.trim() !== coin) return []
    const mapped = mapPrice(fields, () => true)
    if (!('price' in mapped))
      throw new SourceError('invalid', `${host}: line ${index + 2} is not a valid price`)
    return [{ day: Date.parse(mapped.price.date) / millisecondsOfDay, usdE12: mapped.price.usdE12 }]
  })
}
