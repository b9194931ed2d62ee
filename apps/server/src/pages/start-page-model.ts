import type { ProgramKind, RiskScore } from '@touchstone/contract'
import type { ExampleCall } from './example-call.ts'

export type StartPageModel = {
  version: string
  urls: {
    base: string
    openapi: string
    auth: string
    docs: string
    openapiDocument: string
    health: string
    dashboard: string
    /** Where codes are shown that nobody was sent; absent where mails are sent. */
    mailbox?: string | undefined
  }
  /** Absent in production: then the page tells a stranger nothing but that the service runs. */
  demo: StartPageDemo | undefined
  store: 'embedded' | 'server'
  ledger: 'embedded' | 'server' | 'absent'
}

export type StartPageDemo = {
  mchNo: string
  apiKey: string
  programs: { kind: ProgramKind; name: string; programNo: string }[]
  /** Where the example site is; undefined where its page is not allowed to show the verification. */
  site: string | undefined
  /** One call that works as it stands. */
  call: ExampleCall
  /** Demo users worth asking about, one for each status. */
  statuses: { status: string; account: string }[]
  /** Addresses of the demo ledger worth asking about, and a call that asks about one of them. */
  addresses: DemoAddress[]
  /** Which of them is worth a first look, counted from 1; undefined where there is none. */
  firstAddress: number | undefined
  scoreCurl: string
}

export type DemoAddress = {
  coin: string
  address: string
  what: string
  /** Absent while the ledger does not answer. */
  risk: { score: number; level: RiskScore['risk_level'] } | undefined
}
