import type { DocumentKind } from '#src/mrz/mrz-layout'
import type { Dice } from './create-dice.ts'

/** An invented person. Names, numbers and dates are chosen at random, independently of each other. */
export type SpecimenPerson = {
  surname: string
  givenNames: string
  sex: 'M' | 'F' | '<'
  /** YYYY-MM-DD. */
  birthDate: string
  issueDate: string
  expiryDate: string
  nationality: string
  issuingState: string
  documentCode: string
  number: string
  /** Optional data, empty or up to the length that the kind allows. */
  optional: string
}

const surnames =
  'Eriksson|Müller|García López|O’Connor|Nowak|Kowalczyk|Jansen van den Berg|Silva Santos|Popescu|Çelik|Öztürk|Hansen|Sørensen|Virtanen|Tamm|Kazlauskas|Horváth|Novák|Dvořák|Schmidt|Weiß|Dubois|Lefèvre|Rossi|Esposito|Papadopoulos|Georgiou|Ivanov|Petrenko|Smith|Jones|Taylor|Brown|Okafor|Adeyemi|Mensah|Mbeki|Nguyen|Tran|Kim|Park|Tanaka|Yamamoto|Wang|Li|Zhang|Singh|Kaur|Patel|Rahman|Hussain|Haddad|Al Farsi|Cohen|Mizrahi|Martínez|Fernández|Quispe|Souza|Ng|Xu|Iqbal|Fuchs|Jäger|Zimmermann|Wójcik|Żak|Łukasik|Björk|Åkesson|Østby|Ferreira|Duarte|Muñoz|Ibáñez|Bauer|Vogel|Quinn|Byrne|Fitzgerald'.split(
    '|',
  )
const givenNames =
  'Anna Maria|Johann|Zoë|Bjørn|Chloé|José Luis|Mary Jane|Ewa|Piotr|Jan|Lucía|João|Ana|Ion|Ayşe|Mehmet|Ole|Aino|Mart|Jonas|László|Jiří|Petra|Karl Heinz|Margarethe|Pierre|Hélène|Giulia|Marco|Eleni|Nikos|Olga|Dmytro|William|Elizabeth|George|Chidi|Ngozi|Kwame|Thabo|Thi Mai|Van Duc|Min Jun|Seo Yeon|Haruto|Yui|Wei|Fang|Gurpreet|Simran|Rahul|Priya|Fatima|Omar|Layla|Yusuf|Noa|David|Sofía|Mateo|Inti|Beatriz|Q|Xavier|Victoria|Hugo|Zuzana|Felix|Jacqueline|Björn|Agnieszka|Kazimierz|Friedrich Wilhelm|Isabella Francesca|Oluwaseun|Maximiliano'.split(
    '|',
  )
const states =
  'UTO|DEU|GBR|FRA|ITA|ESP|POL|NLD|BEL|AUT|CHE|SWE|NOR|DNK|FIN|PRT|GRC|HUN|CZE|ROU|UKR|TUR|USA|CAN|MEX|BRA|ARG|CHL|IND|CHN|JPN|KOR|VNM|NGA|GHA|ZAF|KEN|EGY|MAR|AUS|NZL|ISR|ARE|IRL|LVA|EST|RKS|XXA'.split(
    '|',
  )
const codes: Readonly<Record<DocumentKind, readonly string[]>> = {
  TD1: ['I', 'ID', 'AC', 'C'],
  TD2: ['I', 'ID', 'C'],
  TD3: ['P', 'P', 'P', 'PD'],
  'MRV-A': ['V', 'VR'],
  'MRV-B': ['V', 'VC'],
}
const optionalRoom: Readonly<Record<DocumentKind, number>> = {
  TD1: 11,
  TD2: 7,
  TD3: 14,
  'MRV-A': 16,
  'MRV-B': 8,
}

/** Returns a person whose document is valid on `today`. */
export function inventPerson(options: { dice: Dice; kind: DocumentKind; today: string }): SpecimenPerson {
  const { dice, kind } = options
  const thisYear = Number(options.today.slice(0, 4))
  const state = dice.chance(0.3) ? 'UTO' : dice.pick(states.filter((code) => code !== 'XXA'))
  const issueYear = thisYear - 1 - dice.whole(4)
  return {
    surname: dice.chance(0.15) ? `${dice.pick(surnames)}-${dice.pick(surnames)}` : dice.pick(surnames),
    givenNames: dice.pick(givenNames),
    sex: dice.chance(0.04) ? '<' : dice.chance(0.5) ? 'M' : 'F',
    birthDate: dayIn(dice, thisYear - 18 - dice.whole(60)),
    issueDate: dayIn(dice, issueYear),
    expiryDate: dayIn(dice, thisYear + 1 + dice.whole(5)),
    nationality: dice.chance(0.8) && state !== 'UTO' ? state : dice.pick(states),
    issuingState: state === 'DEU' ? 'D' : state,
    documentCode: dice.pick(codes[kind]),
    number: mixed(dice, dice.chance(0.5) ? 'LDDDDDDDD' : dice.chance(0.5) ? 'LLDDDDDDD' : 'AAAAAAAAA'),
    optional: dice.chance(0.5) ? '' : mixed(dice, 'A'.repeat(2 + dice.whole(optionalRoom[kind] - 1))),
  }
}

function dayIn(dice: Dice, year: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(1 + dice.whole(12))}-${two(1 + dice.whole(28))}`
}

function mixed(dice: Dice, shape: string): string {
  const letter = () => dice.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'])
  const digit = () => String(dice.whole(10))
  return [...shape]
    .map((place) => (place === 'L' || (place === 'A' && dice.chance(0.4)) ? letter() : digit()))
    .join('')
}
