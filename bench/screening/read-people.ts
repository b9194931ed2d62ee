import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCountry, type Person } from '@touchstone/screening'
import { parse } from 'csv-parse/sync'

type Row = Readonly<Record<'full_name' | 'date_of_birth' | 'nationality', string>>

/** Reads invented people who are not on any list. */
export function readNegatives(folder: string): Person[] {
  return ['negatives_global.csv', 'negatives_us.csv'].flatMap((file) => readRows(folder, file)).map(asPerson)
}

/** Reads listed people with altered spelling, each with the name as listed. */
export function readAltered(folder: string): { asked: Person; listedName: string }[] {
  const listed = readRows(folder, 'positives_un_untreated.csv')
  return readRows(folder, 'positives_un_treated.csv').map((row, at) => ({
    asked: asPerson(row),
    listedName: listed[at]?.full_name ?? '',
  }))
}

function readRows(folder: string, file: string): Row[] {
  return parse(readFileSync(join(folder, file)), { columns: true, bom: true }) as Row[]
}

function asPerson(row: Row): Person {
  const country = row.nationality === '' ? undefined : findCountry(row.nationality)
  return {
    names: [row.full_name],
    ...(row.date_of_birth !== '' && { birthDate: truncateInvalidDate(row.date_of_birth) }),
    ...(country !== undefined && { nationalities: [country] }),
  }
}

/**
 * The file contains two altered dates with the month 13, which the service rejects. Only their year is used.
 */
const truncateInvalidDate = (date: string) => (/^\d{4}-1[3-9]/.test(date) ? date.slice(0, 4) : date)
