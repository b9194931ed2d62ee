import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { type BinaryRow, binaryQuery } from './binary-query.ts'
import { encodeArray } from './encode-array.ts'
import { numericSize, readNumeric, writeNumeric } from './numeric.ts'
import { unnestRow } from './unnest-row.ts'

it('writes and reads integers unchanged, and never exceeds the size bound', () => {
  const number = fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n })
  fc.assert(
    fc.property(fc.oneof(number, fc.integer().map(BigInt), fc.constant(10n ** 40n)), (value) => {
      const bytes = Buffer.alloc(200)
      const size = writeNumeric(bytes, 0, value)
      expect(size).toBeLessThanOrEqual(numericSize(value))
      expect(readNumeric(bytes.subarray(0, size))).toBe(value)
    }),
  )
})

onBothEngines('binary queries', (suite) => {
  const db = () => suite.database.tables<unknown>()

  it('returns every value unchanged and in its position', async () => {
    const bytes = [Buffer.of(), Buffer.of(0), randomBytes(1000), Buffer.from('é\0"\\\'')]
    const amounts = [0n, -1n, 2n ** 256n, 10_000n]
    const rows = await binaryQuery(
      db(),
      `select b, n, n::text, i2, i4, i8, t, u, null::bytea from unnest($1::bytea[], $2::numeric[], $3::int2[], $4::int4[],
         $5::int8[], $6::text[], $7::uuid[]) with ordinality as given(b, n, i2, i4, i8, t, u, place) order by place`,
      [
        encodeArray.bytea(bytes),
        encodeArray.numeric(amounts),
        encodeArray.int2([0, -1, 32_767, 5]),
        encodeArray.int4([0, -1, 2_147_483_647, 5]),
        encodeArray.int8([0, -1, Number.MAX_SAFE_INTEGER, 5]),
        encodeArray.text(['', 'a', 'ü', '👍']),
        encodeArray.uuid(bytes.map(() => Buffer.alloc(16, 7))),
      ],
    )
    const [first, second, third, fourth] = rows
    expect(rows.map((row) => row[0])).toEqual(bytes)
    expect(rows.map((row) => row[1] && readNumeric(row[1]))).toEqual(amounts)
    expect(rows.map((row) => row[2]?.toString())).toEqual(amounts.map(String))
    expect([first?.[3]?.readInt16BE(), second?.[4]?.readInt32BE()]).toEqual([0, -1])
    expect(third?.[5]?.readBigInt64BE()).toBe(BigInt(Number.MAX_SAFE_INTEGER))
    expect([fourth?.[6]?.toString(), fourth?.[7], fourth?.[8]]).toEqual(['👍', Buffer.alloc(16, 7), null])
  })

  it('accepts bytes in hexadecimal', () => {
    const given = [randomBytes(16), randomBytes(16)]
    const texts = given.map((bytes) => bytes.toString('hex'))
    expect(encodeArray.hexUuid(texts)).toEqual(encodeArray.uuid(given))
    expect(encodeArray.hexBytea(texts)).toEqual(encodeArray.bytea(given))
  })

  it('encodes an empty list of values', async () => {
    const text = 'select count(*)::int4 from unnest($1::bytea[])'
    const [row] = await binaryQuery(db(), text, [encodeArray.bytea([])])
    expect(row?.[0]?.readInt32BE()).toBe(0)
  })

  it('restores aggregated rows, including nulls and empty values', async () => {
    const given = `(values ('a', 1, 'x'::bytea), (null, 2, ''), ('ü', null, '\\\\x00ff')) as given(t, i, b)`
    const rows = await binaryQuery(db(), `select t, i, b from ${given}`)
    const gather = `select array_agg(t), array_agg(i), array_agg(b), count(*) from ${given}`
    const [gathered, nothing] = await Promise.all([
      binaryQuery(db(), gather),
      binaryQuery(db(), `${gather} where i > 5`),
    ])
    expect(gathered.flatMap((row) => unnestRow(row, 3))).toEqual(rows)
    expect(nothing.flatMap((row) => unnestRow(row, 3))).toEqual([])
  })

  it('returns complete rows regardless of how the data is divided into chunks, and preserves them when the next rows arrive', async () => {
    const text = `select n, decode(repeat(lpad(to_hex(n % 256), 2, '0'), 3000), 'hex') from generate_series(1, 400) as n`
    const all = await Promise.all([1, 2, 3].map(() => binaryQuery(db(), text)))
    const isRight = (row: BinaryRow, index: number) =>
      row[0]?.readInt32BE() === index + 1 && row[1]?.equals(Buffer.alloc(3000, (index + 1) % 256))
    for (const rows of all) expect(rows.every(isRight) && rows.length === 400).toBe(true)
  })

  it('takes part in a query builder transaction and is rolled back with it', async () => {
    await suite.database.run('create table binary_kept (b bytea)')
    const insert = 'insert into binary_kept select unnest($1::bytea[])'
    const failing = db()
      .transaction()
      .execute(async (transaction) => {
        await binaryQuery(transaction, insert, [encodeArray.bytea([Buffer.of(1, 2)])])
        const [row] = await binaryQuery(transaction, 'select b from binary_kept')
        expect(row?.[0]).toEqual(Buffer.of(1, 2))
        throw new Error('undone')
      })
    await expect(failing).rejects.toThrow('undone')
    expect(await binaryQuery(db(), 'select b from binary_kept')).toEqual([])
    const { rows } = await suite.database.run("select 'text' as form, 12::int8 as number")
    expect(rows).toEqual([{ form: 'text', number: 12 }])
  })

  it('reports a failure with its code and leaves the connection usable', async () => {
    const ask = (text: string) => binaryQuery(db(), text, [encodeArray.int4([0])])
    await expect(ask('select 1 / ($1::int4[])[1]')).rejects.toMatchObject({ code: '22012' })
    await expect(ask('select nonsense from $1')).rejects.toMatchObject({ code: '42601' })
    expect(await ask('select ($1::int4[])[1]')).toEqual([[Buffer.alloc(4)]])
  })
})
