import type { AddressProofReading, NameMatch } from './address-proof-reading.ts'
import { compareNames } from './compare-names.ts'
import { findHolder } from './find-holder.ts'
import { findIssueDate } from './find-issue-date.ts'
import { findKind } from './find-kind.ts'
import { proofLimits } from './proof-limits.ts'
import type { ProofText } from './proof-text.ts'

const messages = {
  'text.none': 'No text was found. Send the letter as a PDF, or a sharp photo of the whole page.',
  'text.unsure': 'The letter is hard to read. Send it as a PDF, or a sharper photo.',
  'date.too-old': `The letter is older than ${proofLimits.maxAgeDays} days. Send a newer one.`,
  'date.future': 'The date of the letter is in the future. Send another letter.',
  'date.ambiguous':
    "The day and month in the letter's date could be the other way round. Send a letter with the month written out.",
  'date.not-found': 'The date of the letter was not found. Send a letter that shows when it was issued.',
  'name.different': 'The letter is addressed to someone else. Send one in your own name.',
  'name.similar': 'The name on the letter differs slightly from yours. Send a letter with your full name.',
  'name.not-found': 'Your name was not found on the letter. Send the page that shows it.',
  'address.not-found': 'No address was found on the letter. Send the page that shows it.',
  'country.unknown': 'It is not clear which country the address is in. Send a letter that names the country.',
} as const

type Reason = keyof typeof messages

const refusals: ReadonlySet<Reason> = new Set(['date.too-old', 'date.future', 'name.different'])
/** The minimum confidence of the text recognition, in percent. */
const leastConfidence = 70

/** Decides whether the letter proves the person's address. */
export function judgeProof(options: {
  text: ProofText
  today: string
  expectedName: string | undefined
}): AddressProofReading {
  const { text, today, expectedName } = options
  const reasons: Reason[] = []
  if (text.lines.length === 0) reasons.push('text.none')
  else if (text.confidence < leastConfidence) reasons.push('text.unsure')

  const issue = findIssueDate(text.lines)
  const date = issue && 'date' in issue ? issue.date : undefined
  const ageInDays = date === undefined ? undefined : daysBetween(date, today)
  if (issue === undefined) reasons.push('date.not-found')
  else if (ageInDays === undefined) reasons.push('date.ambiguous')
  else if (ageInDays < 0) reasons.push('date.future')
  else if (ageInDays > proofLimits.maxAgeDays) reasons.push('date.too-old')

  const found = findHolder(text.lines, expectedName)
  const holder = found?.name
  if (holder === undefined) reasons.push('name.not-found')
  const nameMatch: NameMatch =
    expectedName === undefined || holder === undefined ? 'not-asked' : compareNames(expectedName, holder)
  if (nameMatch === 'different') reasons.push('name.different')
  if (nameMatch === 'similar') reasons.push('name.similar')

  if (found === undefined) reasons.push('address.not-found')
  else if (found.address.country === undefined) reasons.push('country.unknown')

  // A different name in a scan is not a reason to refuse the letter, because OCR can misread names.
  const refused = reasons.some(
    (reason) => refusals.has(reason) && (reason !== 'name.different' || text.source === 'pdf-text'),
  )
  return {
    status: reasons.length === 0 ? 'accepted' : refused ? 'refused' : 'uncertain',
    reasons,
    messages: reasons.map((reason) => messages[reason]),
    source: text.source,
    kind: findKind(text.lines.map((line) => line.text).join('\n')),
    ...(holder !== undefined && { holder }),
    nameMatch,
    ...(found && { address: found.address }),
    ...(date !== undefined && { issueDate: date }),
    ...(ageInDays !== undefined && { ageInDays }),
  }
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}
