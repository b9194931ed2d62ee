import { audit } from './commands/audit.ts'
import { backup, restore } from './commands/backup.ts'
import { call } from './commands/call.ts'
import { cases } from './commands/case.ts'
import { chain } from './commands/chain.ts'
import { doctor } from './commands/doctor.ts'
import { endpoint } from './commands/endpoint.ts'
import { faces } from './commands/faces.ts'
import { fetchHistories } from './commands/fetch.ts'
import { imports } from './commands/import.ts'
import { init } from './commands/init.ts'
import { issuer } from './commands/issuer.ts'
import { journey } from './commands/journey.ts'
import { key } from './commands/key.ts'
import { ledger, watch } from './commands/ledger.ts'
import { lists } from './commands/list.ts'
import { mcp } from './commands/mcp.ts'
import { member } from './commands/member.ts'
import { merchant } from './commands/merchant.ts'
import { policy } from './commands/policy.ts'
import { program } from './commands/program.ts'
import { provider } from './commands/provider.ts'
import { report } from './commands/report.ts'
import { review } from './commands/review.ts'
import { screen } from './commands/screen.ts'
import { screenAddresses } from './commands/screen-addresses.ts'
import { secret } from './commands/secret.ts'
import { source } from './commands/source.ts'
import { sso } from './commands/sso.ts'
import { migrate, recount } from './commands/store.ts'
import { supportBundle } from './commands/support-bundle.ts'
import { rule, transfer } from './commands/transfer.ts'
import { upgrade } from './commands/upgrade.ts'
import { user } from './commands/user.ts'
import { webhook } from './commands/webhook.ts'
import { worker } from './commands/worker.ts'
import type { Noun, SubCommand } from './sub-command.ts'

/**
 * Every sub-command, in the order in which the help lists them. The command line and docs/commands.md are
 * generated from this table.
 */
export const commandTable: readonly (Noun | SubCommand)[] = [
  init,
  doctor,
  supportBundle,
  merchant,
  member,
  sso,
  key,
  program,
  user,
  journey,
  review,
  cases,
  provider,
  policy,
  rule,
  transfer,
  report,
  webhook,
  endpoint,
  imports,
  fetchHistories,
  source,
  ledger,
  watch,
  lists,
  screen,
  screenAddresses,
  faces,
  worker,
  audit,
  secret,
  issuer,
  chain,
  backup,
  restore,
  upgrade,
  migrate,
  recount,
  call,
  mcp,
]
