import { expect, test } from 'vitest'
import { inPieces } from '../test-support/make-lists.ts'
import type { ListFormat } from './list-source.ts'
import { listSources } from './list-sources.ts'
import { readOfacSdn } from './ofac/source.ts'

async function read(format: ListFormat, content: string | Uint8Array, size?: number) {
  const entries = []
  const skipped = []
  let publishedAt: string | undefined
  for await (const item of listSources[format].read(inPieces(content, size))) {
    if ('entry' in item) entries.push(item.entry)
    else if ('skipped' in item) skipped.push(item.skipped)
    else publishedAt = item.publishedAt
  }
  return { entries, skipped, publishedAt }
}

const part = (value: string) =>
  `<DocumentedNamePart><NamePartValue>${value}</NamePartValue></DocumentedNamePart>`
const point = (tag: string, year: number, month?: number, day?: number) =>
  `<${tag}><Year>${year}</Year>${month ? `<Month>${month}</Month><Day>${day}</Day>` : ''}</${tag}>`

const ofac = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://example.org/ADVANCED_XML">
<DateOfIssue><Year>2026</Year><Month>3</Month><Day>7</Day></DateOfIssue>
<ReferenceValueSets>
<CountryValues><Country ID="11" ISO2="PK">Pakistan</Country></CountryValues>
<DetailReferenceValues><DetailReference ID="91">Male</DetailReference></DetailReferenceValues>
<FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="10">Nationality Country</FeatureType>
<FeatureType ID="224">Gender</FeatureType><FeatureType ID="344">Digital Currency Address - XBT</FeatureType></FeatureTypeValues>
<IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType></IDRegDocTypeValues>
<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType>
<PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType></PartySubTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="4">Transport</PartyType></PartyTypeValues>
</ReferenceValueSets>
<Locations><Location ID="5"><LocationPart><LocationPartValue><Value>Iran</Value></LocationPartValue></LocationPart></Location></Locations>
<IDRegDocuments><IDRegDocument IDRegDocTypeID="1571" IdentityID="77" IssuedBy-CountryID="11">
<IDRegistrationNo>AM5421691</IDRegistrationNo></IDRegDocument></IDRegDocuments>
<DistinctParties>
<DistinctParty FixedRef="100"><Profile ID="200" PartySubTypeID="4">
<Identity ID="77" Primary="true" False="false">
<Alias Primary="false" LowQuality="true"><DocumentedName DocNameStatusID="2">${part('Madeup')}</DocumentedName></Alias>
<Alias Primary="true" LowQuality="false"><DocumentedName DocNameStatusID="1">${part('INVENTED')}${part('Person &amp; Co')}</DocumentedName>
<DocumentedName DocNameStatusID="2">${part('颜')}${part('晓兵')}</DocumentedName></Alias>
</Identity>
<Feature FeatureTypeID="8"><FeatureVersion><DatePeriod>
<Start Approximate="true">${point('From', 1950)}${point('To', 1950)}</Start>
<End Approximate="true">${point('From', 1952)}${point('To', 1952)}</End></DatePeriod></FeatureVersion></Feature>
<Feature FeatureTypeID="8"><FeatureVersion><DatePeriod>
<Start Approximate="false">${point('From', 1951, 2, 3)}${point('To', 1951, 2, 3)}</Start>
<End Approximate="false">${point('From', 1951, 2, 3)}${point('To', 1951, 2, 3)}</End></DatePeriod></FeatureVersion></Feature>
<Feature FeatureTypeID="10"><FeatureVersion><VersionLocation LocationID="5" /></FeatureVersion></Feature>
<Feature FeatureTypeID="224"><FeatureVersion><VersionDetail DetailReferenceID="91" /></FeatureVersion></Feature>
<Feature FeatureTypeID="344"><FeatureVersion><VersionDetail> 12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h </VersionDetail></FeatureVersion></Feature>
</Profile></DistinctParty>
<DistinctParty FixedRef="101"><Profile ID="201" PartySubTypeID="1"><Identity ID="78" Primary="true" False="false">
<Alias Primary="true"><DocumentedName DocNameStatusID="1">${part('GOOD SHIP')}</DocumentedName></Alias>
<Alias Primary="false"><DocumentedName DocNameStatusID="2">${part('12345')}</DocumentedName></Alias></Identity></Profile></DistinctParty>
</DistinctParties>
<SanctionsEntries><SanctionsEntry ProfileID="200"><SanctionsMeasure><Comment /></SanctionsMeasure>
<SanctionsMeasure><Comment>CYBER2</Comment></SanctionsMeasure></SanctionsEntry></SanctionsEntries>
</Sanctions>`

const person = {
  id: '100',
  kind: 'person',
  names: [
    { text: 'INVENTED Person & Co', quality: 'primary' },
    { text: '颜 晓兵', quality: 'strong' },
    { text: 'Madeup', quality: 'weak' },
  ],
  birthDates: [
    { from: '1950-01-01', to: '1952-12-31', circa: true },
    { from: '1951-02-03', to: '1951-02-03', circa: false },
  ],
  nationalities: ['IR'],
  documents: [{ number: 'AM5421691', type: 'Passport', country: 'PK' }],
  gender: 'male',
  programs: ['CYBER2'],
  cryptoAddresses: [{ currency: 'XBT', address: '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h' }],
}

test.each([7, 100_000])('reads a complete OFAC party in chunks of %i bytes', async (size) => {
  const { entries, publishedAt } = await read('ofac-advanced-xml', ofac, size)
  expect(publishedAt).toBe('2026-03-07')
  expect(entries).toMatchObject([person, { id: '101', kind: 'vessel', names: [{ text: 'GOOD SHIP' }] }])
})

test('streams OFAC entries with the addresses for address labels', async () => {
  const found = []
  for await (const entry of readOfacSdn(inPieces(ofac)))
    if (entry.cryptoAddresses.length > 0) found.push(entry)
  expect(found).toEqual([person])
})

test('reads UN name parts, original-script names, alias qualities and several kinds of dates', async () => {
  const { entries, publishedAt } = await read(
    'un-xml',
    `<CONSOLIDATED_LIST dateGenerated="2026-08-01T23:00:03.110Z"><INDIVIDUALS><INDIVIDUAL>
    <DATAID>1</DATAID><FIRST_NAME>INVENTED</FIRST_NAME><SECOND_NAME>MADE</SECOND_NAME><THIRD_NAME>UP</THIRD_NAME>
    <UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>CDi.999</REFERENCE_NUMBER><GENDER>Female</GENDER>
    <NAME_ORIGINAL_SCRIPT>صدام</NAME_ORIGINAL_SCRIPT><NATIONALITY><VALUE>Democratic Republic of the Congo</VALUE><VALUE>Rwanda</VALUE></NATIONALITY>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Weak</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Strong One; Strong Two</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1960</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1961</FROM_YEAR><TO_YEAR>1963</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1962-04-05</DATE></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>DP0000149</NUMBER><ISSUING_COUNTRY>Rwanda</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
    </INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>MADE UP BANK</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`,
  )
  expect(publishedAt).toBe('2026-08-01T23:00:03.110Z')
  expect(entries).toMatchObject([
    {
      id: 'CDi.999',
      kind: 'person',
      names: [
        { text: 'INVENTED MADE UP', quality: 'primary' },
        { text: 'صدام', quality: 'strong' },
        { text: 'Strong One', quality: 'strong' },
        { text: 'Strong Two', quality: 'strong' },
        { text: 'Weak', quality: 'weak' },
      ],
      birthDates: [
        { from: '1960-01-01', to: '1960-12-31', circa: true },
        { from: '1961-01-01', to: '1963-12-31', circa: false },
        { from: '1962-04-05', to: '1962-04-05', circa: false },
      ],
      nationalities: ['CD', 'RW'],
      documents: [{ number: 'DP0000149', type: 'Passport', country: 'RW' }],
      gender: 'female',
      programs: ['DRC'],
    },
    { id: '2', kind: 'organisation' },
  ])
})

test('reads an EU annex row with titles, brackets and free text', async () => {
  const head =
    'celex,recordId,programKey,annex,schema,name,alias,weakAlias,previousName,nationality,birthDate,passportNumber,gender'
  const rows = [
    '32014R0269,1,EU-UKR,I,Person,Lt. General Sergey MADEUPOV,"Sergei MADEUPOW (Сергей МАДЕУПОВ); (a) Serhiy Madeupov, (b) S. Madeupoff",,,"Ukrainian, Russian","(a) 1.2.1964, (b) 1965",MP 3413113 and MP 2387911,male',
    '32014R0269,,EU-UKR,I,Person,Nobody Numbered,,,,,circa 1950,,',
    '32014R0269,3,EU-UKR,I,Vessel,Ship,,,,,,,',
  ]
  const { entries } = await read('eu-csv', `\ufeff${[head, ...rows].join('\r\n')}`)
  expect(entries).toMatchObject([
    {
      id: '32014R0269/I/1',
      names: [
        { text: 'Sergey MADEUPOV', quality: 'primary' },
        { text: 'Sergei MADEUPOW' },
        { text: 'Сергей МАДЕУПОВ' },
        { text: 'Serhiy Madeupov' },
        { text: 'S. Madeupoff' },
      ],
      nationalities: ['RU', 'UA'],
      birthDates: [
        { from: '1964-02-01', to: '1964-02-01', circa: false },
        { from: '1965-01-01', to: '1965-12-31', circa: false },
      ],
      documents: [{ number: 'MP 3413113' }, { number: 'MP 2387911' }],
      gender: 'male',
    },
    { id: expect.stringMatching(/^32014R0269\/I\/[0-9a-f]{12}$/), birthDates: [{ circa: true }] },
    { kind: 'vessel' },
  ])
})

test("reads several rows per entity in the EU Commission's format", async () => {
  const head =
    'fileGenerationDate;Entity_LogicalId;Entity_SubjectType;Entity_Regulation_Programme;NameAlias_WholeName;NameAlias_Gender;BirthDate_BirthDate;BirthDate_Year;BirthDate_Circa;Citizenship_CountryIso2Code;Identification_Number;Identification_CountryIso2Code'
  const rows = [
    '07/03/2026;13;P;IRQ;Invented Person;M;;;;;;',
    '07/03/2026;13;P;IRQ;Person Made-Up;;;;;;;',
    '07/03/2026;13;P;IRQ;;;1937-04-28;;false;;;',
    '07/03/2026;13;P;IRQ;;;;1940;true;IQ;AB123456;IQ',
    '07/03/2026;20;E;IRQ;Some Company;;;;;;;',
  ]
  const { entries, publishedAt } = await read('eu-csv', [head, ...rows].join('\n'))
  expect(publishedAt).toBe('2026-03-07')
  expect(entries).toMatchObject([
    {
      id: '13',
      kind: 'person',
      names: [{ text: 'Invented Person', quality: 'primary' }, { text: 'Person Made-Up' }],
      birthDates: [
        { from: '1937-04-28', circa: false },
        { from: '1940-01-01', circa: true },
      ],
      nationalities: ['IQ'],
      documents: [{ number: 'AB123456', country: 'IQ' }],
      gender: 'male',
    },
    { id: '20', kind: 'organisation' },
  ])
})

test('reads the simple OpenSanctions format and Follow the Money entities', async () => {
  const simple = await read(
    'opensanctions-csv',
    '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","program_ids","dataset","first_seen","last_seen","last_change"\n' +
      '"NK-1","Person","Invented Person","Ivented P;Другое Имя","1970;1971-02","ru;ua","","123456789","","","","EU-UKR","made up","2024-01-01","2026-01-01","2026-01-05T00:00:00"\n',
  )
  expect(simple).toMatchObject({
    publishedAt: '2026-01-05T00:00:00',
    entries: [
      {
        id: 'NK-1',
        kind: 'person',
        names: [{ text: 'Invented Person' }, { text: 'Ivented P' }, { text: 'Другое Имя' }],
        birthDates: [{ from: '1970-01-01' }, { from: '1971-02-01', to: '1971-02-28' }],
        nationalities: ['RU', 'UA'],
        documents: [{ number: '123456789' }],
      },
    ],
  })
  const lines = [
    {
      id: 'Q1',
      schema: 'Person',
      properties: {
        name: ['Invented Person', 'Person I.'],
        weakAlias: ['Inv'],
        birthDate: ['1970'],
        nationality: ['ir'],
        gender: ['female'],
        passportNumber: ['A1234567'],
      },
    },
    { id: 'A1', schema: 'Address', properties: { full: ['Somewhere'] } },
    { id: 'Q2', schema: 'Person', properties: { name: [42] } },
  ]
  const ftm = await read('ftm-json', lines.map((line) => JSON.stringify(line)).join('\n'))
  expect(ftm.skipped).toEqual(['not a party', 'name without letters'])
  expect(ftm.entries).toMatchObject([
    {
      id: 'Q1',
      names: [{ quality: 'primary' }, { quality: 'strong' }, { text: 'Inv', quality: 'weak' }],
      nationalities: ['IR'],
      gender: 'female',
      documents: [{ number: 'A1234567' }],
    },
  ])
})

test('keeps row identifiers between versions of a plain list', async () => {
  const first = await read('plain-csv', 'name,birth_date\nInvented Person,1970\n')
  const second = await read('plain-csv', 'birth_date,name,nationality\n1970,Invented Person,IRN\n')
  expect(second.entries[0]?.id).toBe(first.entries[0]?.id)
  expect(second.entries).toMatchObject([{ kind: 'person', nationalities: ['IR'] }])
})
