import type { ProgramKind, RiskScore } from '@touchstone/contract'

export type StartPageModel = {
  version: string
  urls: {
    base: string
    openapi: string
    auth: string
    docs: string
    openapiDocument: string
    health: string
    /** Where codes are shown that nobody was sent; absent where mails are sent. */
    mailbox?: string | undefined
  }
  /** Absent in production: then the page tells a stranger nothing but that the service runs. */
  demo: StartPageDemo | undefined
  operations: { group: string; summary: string; method: string; path: string }[]
  store: 'embedded' | 'server'
  ledger: 'embedded' | 'server' | 'absent'
}

export type StartPageDemo = {
  mchNo: string
  apiKey: string
  programs: { kind: ProgramKind; name: string; programNo: string }[]
  /** One call that works when it is pasted into a terminal. */
  curl: string
  /** Demo users worth asking about, one for each status. */
  statuses: { status: string; account: string }[]
  /** Addresses of the demo ledger worth asking about, and a call that asks about one of them. */
  addresses: DemoAddress[]
  scoreCurl: string
}

export type DemoAddress = {
  coin: string
  address: string
  what: string
  /** Absent while the ledger does not answer. */
  risk: { score: number; level: RiskScore['risk_level'] } | undefined
}
