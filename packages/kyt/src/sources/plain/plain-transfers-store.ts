import { tooLong } from '../../ledger/frame-lines.ts'
import { coinByIdentifier, type LineSql } from '../../ledger/parse-lines-store.ts'

/** No field may hold a comma or a quote: quotes around a field are just taken off. */
export const plainLineSql: LineSql = {
  withs: [
    `splitByChar(',', if(position(text, '"') = 0, text, replaceRegexpAll(text, '"([^",]*)"', '\\\\1'))) as fields`,
  ],
  problems: [
    [`text = '${tooLong}'`, 'the line is too long'],
    ['length(fields) != 8', 'expected 8 fields'],
  ],
  coin: coinByIdentifier('fields[1]'),
  tx: 'fields[2]',
  position: 'fields[3]',
  block: 'fields[4]',
  time: 'fields[5]',
  from: 'fields[6]',
  to: 'fields[7]',
  amount: { units: 'fields[8]' },
}
