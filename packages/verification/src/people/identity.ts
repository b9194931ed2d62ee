import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { identityColumn } from '../sealed-columns.ts'
import { selectPersonFile } from './person-file-store.ts'

/** The stored data of one of a person's documents. */
export type FileOfDocument = {
  surname: string
  givenNames: string
  birthDate: string
  sex: string
  /** An ISO 3166-1 alpha-2 code, if the country has one. */
  nationality: string
  documentNumber: string
  /**
   * The name in the machine-readable zone, if the person has corrected its spelling. Both spellings are
   * screened.
   */
  asRead?: { surname: string; givenNames: string }
  /** Set if the name filled its zone and may therefore be truncated. */
  cut?: true
  /** The merchant whose reviewer has read the document. Other merchants do not use the document. */
  onlyAt?: number
}

/**
 * A person's identity as read from the latest document, with the earlier documents of the same person. It is
 * stored encrypted, so that it can be compared with later documents and screened against later lists.
 */
export type Identity = FileOfDocument & { earlier?: readonly FileOfDocument[] }

/** Returns the identity that a merchant's programs use. */
export async function identityOf(
  context: VerificationContext,
  personId: number,
  merchantId: number,
): Promise<Identity | undefined> {
  const file = await selectPersonFile(journeyTablesOf(context), personId)
  if (!file?.identitySealed) return undefined
  return identityAt(openIdentity(context, personId, file.identitySealed), merchantId)
}

/** Removes the documents that another merchant's reviewer has read. */
export function identityAt(identity: Identity, merchantId: number): Identity | undefined {
  const { earlier: all = [], ...newest } = identity
  const [latest, ...earlier] = [newest, ...all].filter(
    ({ onlyAt }) => onlyAt === undefined || onlyAt === merchantId,
  )
  return latest && { ...latest, ...(earlier.length > 0 && { earlier }) }
}

export function openIdentity(
  { vault }: Pick<VerificationContext, 'vault'>,
  personId: number,
  sealed: Uint8Array,
): Identity {
  return JSON.parse(vault.open(sealed, identityColumn.at(personId))) as Identity
}
