import {
  hasWebhookSecret,
  type KycContext,
  type KycDb,
  recordEvent,
  redirectDeliveries,
} from '@touchstone/kyc'
import type { KytDb, KytEvents } from '@touchstone/kyt'

/** The tables of both packages are in one database, so a transaction of one can write rows of the other. */
const kycOf = (db: KytDb): KycDb => db as unknown as KycDb

/** Connects KYT to the merchants' event streams, which belong to KYC. */
export function kytEvents(kyc: KycContext): KytEvents {
  return {
    async record(db, { merchant, url = null, ...event }) {
      await recordEvent(kycOf(db), { mchNo: merchant }, event, { url })
    },
    redirect: (db, of, url) => redirectDeliveries(kycOf(db), of, url),
    canSign: (merchant) => hasWebhookSecret(kyc, merchant),
  }
}
