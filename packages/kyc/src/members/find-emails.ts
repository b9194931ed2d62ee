import { type KycContext, tablesOf } from '../context.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { openEmail } from './member-email.ts'
import { selectMembersByNo, selectMemberships } from './member-store.ts'

/**
 * Returns the e-mail addresses of members by their numbers, for display to members of a merchant, or to operators
 * if `mchNo` is undefined. Omits unknown members and, for a merchant, operators who are not its members. Records
 * refer to members by number, so that a record does not contain personal data.
 */
export async function findEmails(
  context: KycContext,
  mchNo: string | undefined,
  memberNos: Iterable<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(memberNos)].flatMap((memberNo) => memberNo ?? [])
  if (wanted.length === 0) return new Map()
  const db = tablesOf(context)
  const hidden = mchNo === undefined ? new Set() : await operatorsBesides(context, mchNo)
  const rows = await selectMembersByNo(context, db, wanted)
  return new Map(
    rows.flatMap((row) =>
      hidden.has(row.memberNo) ? [] : [[row.memberNo, openEmail(context.vault, row)] as const],
    ),
  )
}

async function operatorsBesides(context: KycContext, mchNo: string): Promise<ReadonlySet<string>> {
  const db = tablesOf(context)
  const merchantId = (await selectMerchantByNo(db, mchNo))?.id ?? null
  const [operators, members] = await Promise.all([
    selectMemberships(context, db, { merchantId: null }),
    merchantId === null ? [] : selectMemberships(context, db, { merchantId }),
  ])
  const own = new Set(members.map(({ memberNo }) => memberNo))
  return new Set(operators.flatMap(({ memberNo }) => (own.has(memberNo) ? [] : memberNo)))
}
