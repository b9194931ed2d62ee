import { euSource } from './eu/source.ts'
import { ftmSource } from './ftm/source.ts'
import type { ListFormat, ListSource } from './list-source.ts'
import { ofacSource } from './ofac/source.ts'
import { openSanctionsSource } from './opensanctions/source.ts'
import { plainSource } from './plain/source.ts'
import { unSource } from './un/source.ts'

/** All supported lists by format. */
export const listSources: Readonly<Record<ListFormat, ListSource>> = {
  'ofac-advanced-xml': ofacSource,
  'un-xml': unSource,
  'eu-csv': euSource,
  'opensanctions-csv': openSanctionsSource,
  'ftm-json': ftmSource,
  'plain-csv': plainSource,
}
