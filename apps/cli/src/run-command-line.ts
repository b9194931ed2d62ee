import { OperatorError } from '@touchstone/common'
import { type Command, CommanderError } from 'commander'
import { call } from './commands/call.ts'
import { chainDeploy } from './commands/chain-deploy.ts'
import { chainStatus } from './commands/chain-status.ts'
import { chainVerifyAccount } from './commands/chain-verify-account.ts'
import { doctor } from './commands/doctor.ts'
import { facesCalibrate } from './commands/faces-calibrate.ts'
import { facesList } from './commands/faces-list.ts'
import { importBitcoinEtl } from './commands/import-bitcoin-etl.ts'
import { importEthereumEtl } from './commands/import-ethereum-etl.ts'
import { importFollow } from './commands/import-follow.ts'
import { importLabels } from './commands/import-labels.ts'
import { importPrices } from './commands/import-prices.ts'
import { importTransfers } from './commands/import-transfers.ts'
import { issuerList } from './commands/issuer-list.ts'
import { issuerRotate } from './commands/issuer-rotate.ts'
import { keyList } from './commands/key-list.ts'
import { keyRevoke } from './commands/key-revoke.ts'
import { keyRotate } from './commands/key-rotate.ts'
import { ledgerReset } from './commands/ledger-reset.ts'
import { listImport } from './commands/list-import.ts'
import { listShow } from './commands/list-show.ts'
import { memberAdd } from './commands/member-add.ts'
import { memberList } from './commands/member-list.ts'
import { memberRemove } from './commands/member-remove.ts'
import { merchantCreate } from './commands/merchant-create.ts'
import { merchantList } from './commands/merchant-list.ts'
import { merchantUpdate } from './commands/merchant-update.ts'
import { migrate } from './commands/migrate.ts'
import { policyRemove } from './commands/policy-remove.ts'
import { policySet } from './commands/policy-set.ts'
import { policyShow } from './commands/policy-show.ts'
import { programActivate } from './commands/program-activate.ts'
import { programCreate } from './commands/program-create.ts'
import { programList } from './commands/program-list.ts'
import { programUpdate } from './commands/program-update.ts'
import { providerAdd } from './commands/provider-add.ts'
import { providerList } from './commands/provider-list.ts'
import { providerRemove } from './commands/provider-remove.ts'
import { recount } from './commands/recount.ts'
import { reviewClear } from './commands/review-clear.ts'
import { reviewConfirm } from './commands/review-confirm.ts'
import { reviewList } from './commands/review-list.ts'
import { reviewPictures } from './commands/review-pictures.ts'
import { reviewRule } from './commands/review-rule.ts'
import { reviewScreenAgain } from './commands/review-screen-again.ts'
import { reviewShow } from './commands/review-show.ts'
import { screen } from './commands/screen.ts'
import { secretRotate } from './commands/secret-rotate.ts'
import { userForget } from './commands/user-forget.ts'
import { userShow } from './commands/user-show.ts'
import { watchResume } from './commands/watch-resume.ts'
import { webhookDead } from './commands/webhook-dead.ts'
import { webhookRetry } from './commands/webhook-retry.ts'
import { webhookSecret } from './commands/webhook-secret.ts'
import { webhookUrl } from './commands/webhook-url.ts'
import { type Terminal, TerminalCommand } from './terminal.ts'

/** 0 done, 1 it failed, 2 it was called wrongly. */
const exitCodes = { failed: 1, usage: 2 }

function buildProgram(terminal: Terminal): Command {
  const program = new TerminalCommand('touchstone', terminal)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .description(
      'Run a Touchstone service: merchants, keys, programs, users, the ledger, sanction lists, chains',
    )
    .option('--json', 'print JSON for programs instead of tables for people')
    .option('--data <folder>', 'data folder (TOUCHSTONE_DATA, .touchstone by default)')
    .exitOverride()
    .showHelpAfterError('(add --help for the ways to call it)')
  // Sub-commands take these settings from their parent when they are made.
  const merchant = program.command('merchant').description('the clients of the service')
  merchantCreate(merchant)
  merchantList(merchant)
  merchantUpdate(merchant)
  const member = program.command('member').description('who works for a merchant or the operator')
  memberAdd(member)
  memberList(member)
  memberRemove(member)
  const key = program.command('key').description('API keys')
  keyList(key)
  keyRotate(key)
  keyRevoke(key)
  const programs = program.command('program').description('what a merchant asks of its users')
  programCreate(programs)
  programActivate(programs)
  programUpdate(programs)
  programList(programs)
  const user = program.command('user').description('people who were verified')
  userShow(user)
  userForget(user)
  const review = program
    .command('review')
    .description('possible hits, look-alikes and documents that wait for a decision')
  reviewList(review)
  reviewShow(review)
  reviewPictures(review)
  reviewClear(review)
  reviewConfirm(review)
  reviewScreenAgain(review)
  reviewRule(review)
  const provider = program.command('provider').description('who may speak about investors')
  providerAdd(provider)
  providerList(provider)
  providerRemove(provider)
  const policy = program.command('policy').description('how the risk score is reckoned')
  policyShow(policy)
  policySet(policy)
  policyRemove(policy)
  const webhook = program.command('webhook').description('alerts of watched addresses, and how they are sent')
  webhookSecret(webhook)
  webhookUrl(webhook)
  webhookDead(webhook)
  webhookRetry(webhook)
  const imports = program.command('import').description('transfers, labels and prices for the ledger')
  importTransfers(imports)
  importEthereumEtl(imports)
  importBitcoinEtl(imports)
  importLabels(imports)
  importPrices(imports)
  importFollow(imports)
  const ledger = program.command('ledger').description('the ledger as a whole')
  ledgerReset(ledger)
  const watch = program.command('watch').description('addresses that merchants have watched')
  watchResume(watch)
  const list = program.command('list').description('sanction lists')
  listImport(list)
  listShow(list)
  screen(program)
  const faces = program.command('faces').description('models that faces are read by')
  facesCalibrate(faces)
  facesList(faces)
  const secret = program.command('secret').description('the master secret')
  secretRotate(secret)
  const issuer = program.command('issuer').description('keys that sign credentials')
  issuerList(issuer)
  issuerRotate(issuer)
  const chain = program.command('chain').description('the chains that tokens are minted on')
  chainDeploy(chain)
  chainStatus(chain)
  chainVerifyAccount(chain)
  migrate(program)
  recount(program)
  doctor(program)
  call(program)
  return program
}

/** Runs the command with these arguments; the answer is the exit code of its process. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await buildProgram(terminal).parseAsync([...args], { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    const line = error instanceof OperatorError ? error.line : `It failed: ${(error as Error).message}`
    terminal.stderr.write(`touchstone: ${line}\n`)
    return exitCodes.failed
  }
}
