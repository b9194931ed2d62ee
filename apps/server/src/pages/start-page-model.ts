import type { CoverageState, ProgramKind, RiskScore } from '@touchstone/contract'
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
    /** Address of the mailbox with unsent codes. Absent if a mail server is configured. */
    mailbox?: string | undefined
  }
  /** Absent in production, where the page shows only that the service is running. */
  demo: StartPageDemo | undefined
  store: 'embedded' | 'server'
  ledger: 'embedded' | 'server' | 'absent'
}

export type StartPageDemo = {
  mchNo: string
  apiKey: string
  programs: { kind: ProgramKind; name: string; programNo: string }[]
  /** Address of the example site. Undefined if its page is not allowed to embed the verification. */
  site: string | undefined
  /** An example call that works without changes. */
  call: ExampleCall
  /** Demo users, one for each status. */
  statuses: { status: string; account: string }[]
  /** Example addresses in the demo ledger, and a call that returns the risk of one of them. */
  addresses: DemoAddress[]
  /** 1-based position of the address to show first. Undefined if there are no demo addresses. */
  firstAddress: number | undefined
  scoreCurl: string
}

export type DemoAddress = {
  coin: string
  address: string
  what: string
  /** The score. Undefined while the ledger does not respond. */
  risk: { score: number; level: RiskScore['risk_level']; coverage: CoverageState } | undefined
}
