import { byServer } from '../audit/audit-store.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { selectDemoMerchant } from '../merchants/merchant-store.ts'
import { addMember } from './change-members.ts'
import { emailHashOf } from './member-email.ts'
import { selectMemberByEmail, selectMemberships } from './member-store.ts'
import { beginSession, newSessionToken } from './sign-in.ts'

/** The domain is reserved, so a code mailed to these addresses reaches no one. */
const demoMembers = { owner: 'owner@demo.example', analyst: 'analyst@demo.example' } as const

/** The roles in which a visitor can enter the demo: with all rights, or to read address risk. */
export type DemoRole = keyof typeof demoMembers

/**
 * Starts a session as a member of the demo merchant, without credentials. The caller must check that the demo is
 * on. The session has access only to the demo merchant. Returns undefined if the store has no demo merchant.
 */
export async function signInToDemo(
  context: KycContext,
  { role, ...input }: { role: DemoRole; ip: string; browser: string },
): Promise<{ token: string } | undefined> {
  const db = tablesOf(context)
  const merchant = context.refusesDemo ? undefined : await selectDemoMerchant(db)
  if (!merchant) return undefined
  const emailHash = emailHashOf(context.vault, demoMembers[role])
  const known = await selectMemberByEmail(context, db, emailHash)
  const isMember =
    known !== undefined &&
    (await selectMemberships(context, db, { memberId: known.id })).some(
      ({ merchantId }) => merchantId === merchant.id,
    )
  if (!isMember) await addMember(context, { mchNo: merchant.mchNo, email: demoMembers[role], role }, byServer)
  const token = newSessionToken()
  await db.transaction().execute(async (tables) => {
    const member = await selectMemberByEmail(context, tables, emailHash)
    if (!member) throw new Error('the demo’s member does not exist')
    await beginSession(context, tables, { memberId: member.id, token, ...input })
  })
  return { token }
}
