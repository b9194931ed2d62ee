// Invalid rows of CSV transfer files, each with the expected problem.

export const header = 'coin,tx_hash,position,block,timestamp,from,to,amount'
export const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
export const a = `0x${'aa'.repeat(20)}`
export const b = `0x${'bb'.repeat(20)}`
export const good = (number: number) => `ETH,${hash(number)},0,${number},1700000000,${a},${b},1.5`

const notOfNetwork = "is not a valid address on the coin's network"
export const badRows: readonly (readonly [what: string, row: string | Buffer, problem: string])[] = [
  ['too few fields', `ETH,${hash(9)},0,1,1700000000,${a},${b}`, 'expected 8 fields'],
  ['too many fields', `${good(9)},more`, 'expected 8 fields'],
  ['a truncated line', `ETH,${hash(9)},0,1,17000`, 'expected 8 fields'],
  ['a comma in quotes', `ETH,${hash(9)},0,1,1700000000,${a},${b},"1,5"`, 'expected 8 fields'],
  ['an unknown coin', `GOLD,${hash(9)},0,1,1700000000,${a},${b},1`, 'coin is not in the coin table'],
  ['no coin', `,${hash(9)},0,1,1700000000,${a},${b},1`, 'coin is not in the coin table'],
  ['a tab after the coin', `ETH\t,${hash(9)},0,1,1700000000,${a},${b},1`, 'coin is not in the coin table'],
  ['a NUL in the coin', `ET\0H,${hash(9)},0,1,1700000000,${a},${b},1`, 'coin is not in the coin table'],
  ['no hash', `ETH,,0,1,1700000000,${a},${b},1`, 'tx_hash must be 1 to 128 visible characters'],
  [
    'a space in the hash',
    `ETH,a b,0,1,1700000000,${a},${b},1`,
    'tx_hash must be 1 to 128 visible characters',
  ],
  ['a NUL in the hash', `ETH,a\0b,0,1,1700000000,${a},${b},1`, 'tx_hash must be 1 to 128 visible characters'],
  [
    'an overlong hash',
    `SOL,${'2'.repeat(500_000)},0,1,1700000000,,,1`,
    'tx_hash must be 1 to 128 visible characters',
  ],
  ['a negative position', `ETH,${hash(9)},-1,1,1700000000,${a},${b},1`, 'position must be a whole number'],
  [
    'a huge position',
    `ETH,${hash(9)},${'9'.repeat(19)},1,1700000000,${a},${b},1`,
    'position must be a whole number',
  ],
  ['an invalid block', `ETH,${hash(9)},0,latest,1700000000,${a},${b},1`, 'block must be a whole number'],
  [
    'a time in milliseconds',
    `ETH,${hash(9)},0,1,1700000000000,${a},${b},1`,
    'timestamp must be in Unix seconds',
  ],
  ['a date as the time', `ETH,${hash(9)},0,1,2026-01-01,${a},${b},1`, 'timestamp must be in Unix seconds'],
  ['no sender and no recipient', `ETH,${hash(9)},0,1,1700000000,,,1`, 'from and to are both empty'],
  ['a negative amount', `ETH,${hash(9)},0,1,1700000000,${a},${b},-1`, 'amount is negative'],
  ['an exponent', `ETH,${hash(9)},0,1,1700000000,${a},${b},1e18`, 'amount must be a plain decimal number'],
  ['hexadecimal', `ETH,${hash(9)},0,1,1700000000,${a},${b},0x10`, 'amount must be a plain decimal number'],
  [
    'a single decimal point',
    `ETH,${hash(9)},0,1,1700000000,${a},${b},1.`,
    'amount must be a plain decimal number',
  ],
  ['two points', `ETH,${hash(9)},0,1,1700000000,${a},${b},1.2.3`, 'amount must be a plain decimal number'],
  ['no amount', `ETH,${hash(9)},0,1,1700000000,${a},${b},`, 'amount must be a plain decimal number'],
  ['not a number', `ETH,${hash(9)},0,1,1700000000,${a},${b},NaN`, 'amount must be a plain decimal number'],
  [
    'a huge amount',
    `ETH,${hash(9)},0,1,1700000000,${a},${b},${'9'.repeat(60)}`,
    'amount is too large for any coin',
  ],
  [
    'too precise',
    `ETH,${hash(9)},0,1,1700000000,${a},${b},0.${'0'.repeat(18)}1`,
    'amount has more decimals than the coin',
  ],
  [
    'too precise for its coin',
    `BTC,${'ab'.repeat(32)},0,1,1700000000,,1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa,0.000000001`,
    'amount has more decimals than the coin',
  ],
  [
    'a wrong checksum (ETH)',
    `ETH,${hash(9)},0,1,1700000000,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD,${b},1`,
    `from ${notOfNetwork}`,
  ],
  ['a short address (ETH)', `ETH,${hash(9)},0,1,1700000000,${a},0xaa,1`, `to ${notOfNetwork}`],
  [
    'a wrong checksum (BTC)',
    `BTC,${'ab'.repeat(32)},0,1,1700000000,1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb,,1`,
    `from ${notOfNetwork}`,
  ],
  [
    'a wrong checksum (TRX)',
    `TRX,${'ab'.repeat(32)},0,1,1700000000,,TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u,1`,
    `to ${notOfNetwork}`,
  ],
  ['an address of another network', `BTC,${'ab'.repeat(32)},0,1,1700000000,,${a},1`, `to ${notOfNetwork}`],
  ['an overlong address', `SOL,${hash(9)},0,1,1700000000,,${'2'.repeat(500_000)},1`, `to ${notOfNetwork}`],
  [
    'SQL as an address',
    `ETH,${hash(9)},0,1,1700000000,${a},'); drop table movement; --,1`,
    `to ${notOfNetwork}`,
  ],
  ['a backslash and a quote', `ETH,${hash(9)},0,1,1700000000,\\',${b},1`, `from ${notOfNetwork}`],
  ['a line over a megabyte', 'x'.repeat(1_200_000), 'the line is too long'],
  [
    'bytes that are not text',
    Buffer.concat([
      Buffer.from(`ETH,${hash(9)},0,1,1700000000,`),
      Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
      Buffer.from(`,${b},1`),
    ]),
    `from ${notOfNetwork}`,
  ],
]
