import type { ProofKind } from '#src/address/address-proof-reading'
import type { Dice } from './create-dice.ts'

export type SpecimenProof = {
  kind: ProofKind
  issuer: string
  name: string
  /** The street, followed by the town with its postcode. */
  address: string[]
  /** ISO 3166-1 alpha-3. */
  country: string
  /** The country as printed under the address, or empty if the letter does not name it. */
  countryLine: string
  issueDate: string
  printedIssueDate: string
  dueDate: string
  printedDueDate: string
  /**
   * Whether the day and month of the printed issue date could be swapped, and no other date on the letter
   * shows the order.
   */
  ambiguousDate: boolean
  layout: ProofLayout
}

export type ProofLayout = 'window' | 'right' | 'table' | 'labels' | 'columns'

const people =
  'Anna Eriksson|Johann Müller|Mary Jane O’Connor|Piotr Nowak|Lucía García López|João Silva|Elena Popescu|Ayşe Çelik|Ole Hansen|Aino Virtanen|László Horváth|Petra Nováková|Karl Schmidt|Hélène Dubois|Giulia Rossi|William Smith|Elizabeth Taylor|Chidi Okafor|Kwame Mensah|Min Jun Kim|Wei Zhang|Priya Patel|Omar Haddad|Noa Cohen|Mateo Fernández|Hugo Ferreira'.split(
    '|',
  )
const streets = ['High Street', 'Station Road', 'Church Lane', 'Mill Lane', 'Park Avenue', 'Victoria Road']
const issuers: readonly (readonly [ProofKind, readonly string[], readonly string[]])[] = [
  [
    'utility-bill',
    ['Northern Energy Ltd', 'Clearwater Utilities plc'],
    ['Electricity and gas', 'Meter reading: 4,211 kWh', 'Tariff: standard'],
  ],
  [
    'bank-statement',
    ['Harbour Bank plc', 'First Meridian Bank'],
    ['Account statement', 'Opening balance 1,204.55', 'Closing balance 988.10'],
  ],
  [
    'tax-letter',
    ['Revenue Office', 'Tax Authority'],
    ['Tax assessment', 'Tax code 1257L', 'Your tax return was received.'],
  ],
  [
    'telecom-bill',
    ['Bluewave Telecom GmbH', 'Orbit Mobile Ltd'],
    ['Broadband and landline', 'Fibre 100', 'Data plan: unlimited'],
  ],
  [
    'insurance-letter',
    ['Shield Insurance AG', 'Anchor Insurance Company'],
    ['Policy number 88213', 'Premium for the year', 'You are insured against fire.'],
  ],
]
type Place = { country: string; line: string; make: (dice: Dice) => string[] }
const digits = (dice: Dice, count: number) => Array.from({ length: count }, () => dice.whole(10)).join('')
const first = (dice: Dice, count: number) => `${1 + dice.whole(9)}${digits(dice, count - 1)}`
const letter = (dice: Dice) => dice.pick([...'ABDEFGHJLNPRSTUWXYZ'])
const english = (dice: Dice) => `${1 + dice.whole(180)} ${dice.pick(streets)}`
const places: readonly Place[] = [
  {
    country: 'GBR',
    line: 'United Kingdom',
    make: (d) => [
      english(d),
      `${d.pick(['London', 'Leeds', 'Bristol'])} ${d.pick(['SW', 'LS', 'BS', 'E'])}${1 + d.whole(9)} ${d.whole(10)}${letter(d)}${letter(d)}`,
    ],
  },
  {
    country: 'USA',
    line: 'USA',
    make: (d) => [english(d), `${d.pick(['Springfield, IL', 'Austin, TX', 'Portland, OR'])} ${first(d, 5)}`],
  },
  {
    country: 'CAN',
    line: 'Canada',
    make: (d) => [english(d), `Toronto ON M${d.whole(10)}B ${d.whole(10)}K${d.whole(10)}`],
  },
  {
    country: 'NLD',
    line: 'Netherlands',
    make: (d) => [
      `${d.pick(['Kerkstraat', 'Dorpsstraat'])} ${1 + d.whole(90)}`,
      `${first(d, 4)} ${letter(d)}${letter(d)} ${d.pick(['Utrecht', 'Leiden'])}`,
    ],
  },
  {
    country: 'DEU',
    line: 'Germany',
    make: (d) => [
      `${d.pick(['Hauptstraße', 'Bahnhofstraße'])} ${1 + d.whole(90)}`,
      `${first(d, 5)} ${d.pick(['Berlin', 'München', 'Hamburg'])}`,
    ],
  },
  {
    country: 'FRA',
    line: 'France',
    make: (d) => [
      `${1 + d.whole(90)} rue ${d.pick(['de la Paix', 'Victor Hugo'])}`,
      `${first(d, 5)} ${d.pick(['Paris', 'Lyon'])}`,
    ],
  },
  {
    country: 'ESP',
    line: 'España',
    make: (d) => [`Calle Mayor ${1 + d.whole(90)}`, `${first(d, 5)} ${d.pick(['Madrid', 'Sevilla'])}`],
  },
  {
    country: 'POL',
    line: 'Poland',
    make: (d) => [
      `ul. Lipowa ${1 + d.whole(90)}`,
      `${first(d, 2)}-${digits(d, 3)} ${d.pick(['Warszawa', 'Gdynia'])}`,
    ],
  },
  {
    country: 'AUS',
    line: 'Australia',
    make: (d) => [english(d), `${d.pick(['Sydney NSW', 'Melbourne VIC'])} ${first(d, 4)}`],
  },
  {
    country: 'SWE',
    line: 'Sweden',
    make: (d) => [
      `Storgatan ${1 + d.whole(90)}`,
      `${first(d, 3)} ${digits(d, 2)} ${d.pick(['Stockholm', 'Malmö'])}`,
    ],
  },
]
const months = 'January|February|March|April|May|June|July|August|September|October|November|December'.split(
  '|',
)
const layouts: readonly ProofLayout[] = ['window', 'right', 'table', 'labels', 'columns']

/** Returns an invented letter, dated `age` days before `today`. */
export function inventProof(options: {
  dice: Dice
  today: string
  age: number
  layout?: ProofLayout
}): SpecimenProof {
  const { dice, today, age } = options
  const [kind, names] = dice.pick(issuers)
  const place = dice.pick(places)
  const issueDate = daysAfter(today, -age)
  const dueDate = daysAfter(issueDate, 14 + dice.whole(10))
  const format = dice.whole(6)
  const [year, month, day] = issueDate.split('-').map(Number)
  const strokes = format === 5
  const due = dueDate.split('-').map(Number)
  const told = (due[2] ?? 0) > 12
  return {
    kind,
    issuer: dice.pick(names),
    name: dice.pick(people),
    address: place.make(dice),
    country: place.country,
    countryLine: dice.chance(0.65) ? place.line : '',
    issueDate,
    printedIssueDate: write(year ?? 0, month ?? 0, day ?? 0, format),
    dueDate,
    printedDueDate: write(due[0] ?? 0, due[1] ?? 0, due[2] ?? 0, format),
    ambiguousDate: strokes && (day ?? 0) <= 12 && day !== month && !told,
    layout: options.layout ?? dice.pick(layouts),
  }
}

/** Returns additional text for a letter of this kind. */
export function proofBody(kind: ProofKind): readonly string[] {
  return issuers.find(([each]) => each === kind)?.[2] ?? []
}

function write(year: number, month: number, day: number, format: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const name = months[month - 1] ?? ''
  const forms = [
    `${day} ${name} ${year}`,
    `${name} ${day}, ${year}`,
    `${year}-${two(month)}-${two(day)}`,
    `${two(day)}.${two(month)}.${year}`,
    `${two(day)} ${name.slice(0, 3)} ${year}`,
    `${two(day)}/${two(month)}/${year}`,
  ]
  return forms[format] ?? ''
}

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
