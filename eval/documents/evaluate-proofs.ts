import type { AddressProofReading, DocumentReader } from '@touchstone/documents'
import { type MadeProof, makeProof } from '@touchstone/documents/specimens'
import type { Progress } from '../../bench/support/progress.ts'
import { today } from './make-pages.ts'

export type ProofTally = {
  group: string
  tried: number
  /** Number of letters for which the reader gives the expected verdict. */
  right: number
  wrongAccepted: number
  /** Number of letters whose street, place and country were all read correctly. */
  address: number
  date: number
  kind: number
  milliseconds: number[]
  misses: string[]
}

type Tools = { reader: DocumentReader; seed: string; progress: Progress }

/** Countries that can be identified by their postcode format if a letter does not name the country. */
const knownByPostcode = new Set(['GBR', 'USA', 'CAN', 'NLD', 'POL', 'AUS'])

/** Evaluates valid proofs of address in three formats, and invalid ones that must be rejected. */
export async function evaluateProofs(tools: Tools, each: number): Promise<ProofTally[]> {
  const tallies: ProofTally[] = []
  for (const form of ['pdf', 'scan', 'photo'] as const) {
    tallies.push(
      await run(tools, `good, ${form}`, each, (index) =>
        makeProof({ seed: `${tools.seed} good ${form} ${index}`, today, form }),
      ),
    )
  }
  const bad = Math.ceil(each / 2)
  tallies.push(
    await run(tools, 'older than 90 days', bad, (index) =>
      makeProof({ seed: `${tools.seed} old ${index}`, today, form: 'pdf', age: 91 + index * 7 }),
    ),
    await run(tools, 'dated in the future', bad, (index) =>
      makeProof({ seed: `${tools.seed} future ${index}`, today, form: 'pdf', age: -1 - index * 3 }),
    ),
    await run(
      tools,
      'in another name',
      bad,
      (index) => makeProof({ seed: `${tools.seed} else ${index}`, today, form: 'pdf' }),
      () => 'Margaret Featherstone',
    ),
  )
  return tallies
}

async function run(
  tools: Tools,
  group: string,
  count: number,
  make: (index: number) => MadeProof,
  expected: (made: MadeProof) => string = ({ proof }) => proof.name,
): Promise<ProofTally> {
  const tally: ProofTally = {
    group,
    tried: 0,
    right: 0,
    wrongAccepted: 0,
    address: 0,
    date: 0,
    kind: 0,
    milliseconds: [],
    misses: [],
  }
  for (let index = 0; index < count; index++) {
    tools.progress(`reading proofs: ${group}`, index, count)
    const made = make(index)
    const { proof } = made
    const wanted = wantedStatus(made, group)
    const before = process.cpuUsage()
    const reading = await tools.reader.readAddressProof({
      file: made.file,
      today,
      expectedName: expected(made),
    })
    const { user, system } = process.cpuUsage(before)
    tally.milliseconds.push((user + system) / 1000)
    tally.tried += 1
    const rightDate = reading.issueDate === proof.issueDate
    const rightAddress = sameAddress(reading, made)
    if (rightDate) tally.date += 1
    if (rightAddress) tally.address += 1
    if (reading.kind === proof.kind) tally.kind += 1
    const accepted = reading.status === 'accepted'
    if (
      accepted &&
      (wanted !== 'accepted' || !rightDate || reading.address?.country?.code !== proof.country)
    ) {
      tally.wrongAccepted += 1
    }
    if (reading.status === wanted) tally.right += 1
    else
      tally.misses.push(
        `${proof.layout}: ${wanted} expected, ${reading.status} (${reading.reasons.join(', ')})`,
      )
  }
  return tally
}

function wantedStatus({ proof }: MadeProof, group: string): AddressProofReading['status'] {
  const unclearCountry = proof.countryLine === '' && !knownByPostcode.has(proof.country)
  if (group === 'in another name') return 'refused'
  if (proof.ambiguousDate) return 'uncertain'
  if (group !== 'good, pdf' && !group.startsWith('good')) return 'refused'
  return unclearCountry ? 'uncertain' : 'accepted'
}

function sameAddress({ address }: AddressProofReading, { proof }: MadeProof): boolean {
  const plain = (lines: readonly string[]) =>
    lines
      .join(' ')
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase()
  return address !== undefined && plain(address.lines) === plain(proof.address)
}
