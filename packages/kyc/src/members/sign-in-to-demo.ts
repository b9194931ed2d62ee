import { byServer } from '../audit/audit-store.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { selectDemoMerchant } from '../merchants/merchant-store.ts'
import { addMember } from './change-members.ts'
import { emailHashOf } from './member-email.ts'
import { selectMemberByEmail, selectMemberships } from './member-store.ts'
import { beginSession, newSessionToken } from './sign-in.ts'

/** Nobody's address: the domain is reserved, so that no code ever reaches anybody. */
const demoOwner = 'owner@demo.example'

/**
 * A session of the demo merchant's owner, for whoever asks: the caller has to make sure that the demo is on. It opens the
 * demo merchant alone. Undefined where the store has none.
 */
export async function signInToDemo(
  context: KycContext,
  input: { ip: string; browser: string },
): Promise<{ token: string } | undefined> {
  const db = tablesOf(context)
  const merchant = context.refusesDemo ? undefined : await selectDemoMerchant(db)
  if (!merchant) return undefined
  const emailHash = emailHashOf(context.vault, demoOwner)
  const known = await selectMemberByEmail(db, emailHash)
  const isOwner =
    known !== undefined &&
    (await selectMemberships(db, { memberId: known.id })).some(({ merchantId }) => merchantId === merchant.id)
  if (!isOwner) await addMember(context, { mchNo: merchant.mchNo, email: demoOwner, role: 'owner' }, byServer)
  const token = newSessionToken()
  await db.transaction().execute(async (tables) => {
    const member = await selectMemberByEmail(tables, emailHash)
    if (!member) throw new Error('the demo’s owner is not there')
    await beginSession(context, tables, {
      member,
      memberships: [{ merchantId: merchant.id }],
      token,
      ...input,
    })
  })
  return { token }
}
