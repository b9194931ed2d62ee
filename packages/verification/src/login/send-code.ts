import { createLoginCode, networkOf } from '@touchstone/common'
import { isDeviceOf, needsLongCode } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { RefusedAddressError } from '../mail/refused-address-error.ts'
import { codeAddressColumn } from '../sealed-columns.ts'
import { loadProgram } from '../sessions/load-program.ts'
import type { Session } from '../sessions/session.ts'
import { codeHash } from './login-code.ts'
import {
  type CodeCounts,
  countCodesSince,
  insertLoginCode,
  lockLoginCodes,
  updateMailState,
} from './login-code-store.ts'
import { loginError } from './login-errors.ts'
import { loginLimits } from './login-limits.ts'

/**
 * Creates and sends a code. The state "sending" is stored first, so that a mail is not sent twice after a
 * crash; the person requests another code instead.
 */
export async function sendCode(
  context: VerificationContext,
  session: Session,
  input: { address: string; ip: string },
): Promise<void> {
  const { clock, vault, mailer, logger } = context
  const { address } = input
  const addressHash = vault.fingerprint('login-code-address', address)
  const isLong = await needsLongCode(context.kyc, addressHash)
  const code = createLoginCode({ long: isLong })
  const { merchant } = await loadProgram(context, session)
  const tables = journeyTablesOf(context)
  const { ssiWallet } = session
  const isOwnDevice = ssiWallet !== null && (await isDeviceOf(context.kyc, { login: address, ssiWallet }))
  const id = await tables.transaction().execute(async (db) => {
    await lockLoginCodes(db)
    const now = clock.now()
    const ipHash = vault.fingerprint('login-code-ip', networkOf(input.ip))
    const since = new Date(now - loginLimits.windowMs)
    const counted = await countCodesSince(
      db,
      { addressHash, ipHash, sessionId: session.id, ssiWallet },
      since,
    )
    if (isTooMany(counted, isOwnDevice)) throw loginError('too-many')
    return await insertLoginCode(db, {
      sessionId: session.id,
      addressHash,
      addressSealed: vault.seal(address, codeAddressColumn.at(session.id, addressHash)),
      ipHash,
      isLong,
      codeHash: codeHash(vault, { sessionId: session.id, addressHash, code }),
      at: new Date(now),
      expiresAt: new Date(now + loginLimits.lifetimeMs),
    })
  })

  try {
    await mailer.sendCode({ to: address, code, locale: session.locale, merchant: merchant.name })
  } catch (error) {
    await updateMailState(tables, id, 'failed')
    // Show the same page whether or not the mail server knows the address, because the page must not reveal
    // whether an address exists.
    if (error instanceof RefusedAddressError) return
    logger.error({ session: session.id, err: error }, 'the login code could not be sent')
    throw loginError('mail-failed')
  }
  await updateMailState(tables, id, 'sent')
}

/**
 * Returns whether a request exceeds its limit; the counters are chosen so that other people's requests cannot
 * lock a person out. The person's own device, and a page that has already requested a code for this address,
 * have their own counters. All other requests are counted per network.
 */
function isTooMany(counted: CodeCounts, isOwnDevice: boolean): boolean {
  const { perAddress, perAddressInAll, perIp, perSession } = loginLimits
  if (counted.page >= perSession) return true
  if (isOwnDevice) return counted.addressOfDevice >= perAddress
  if (counted.addressOfPage > 0) return counted.addressOfPage >= perAddress
  return (
    counted.network >= perIp || counted.addressOfNetwork >= perAddress || counted.address >= perAddressInAll
  )
}
