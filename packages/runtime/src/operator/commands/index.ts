import { byCommandLine, type Change, recordChange } from '@touchstone/kyc'
import type { Command } from '../command.ts'
import { auditCompare, auditHeads, auditRestart, auditSend, auditVerify } from './audit.ts'
import { backupCopy } from './backup.ts'
import { caseRule } from './case.ts'
import { chainDeploy, chainStatusCommand, chainVerifyAccount } from './chain.ts'
import { facesList } from './faces.ts'
import { fetchCommand } from './fetch.ts'
import {
  followCommand,
  importBitcoinEtlCommand,
  importEthereumEtlCommand,
  importLabelsCommand,
  importPricesCommand,
  importTransfersCommand,
} from './import.ts'
import { issuerList, issuerRotate } from './issuer.ts'
import { journeyRestart, journeyStuck } from './journey.ts'
import { keyAdd, keyList, keyRevoke, keyRotate, keyUpdate } from './key.ts'
import { ledgerReset, watchResume } from './ledger.ts'
import { listImport, listShow } from './list.ts'
import { memberAdd, memberList, memberRemove } from './member.ts'
import { merchantAgents, merchantCreate, merchantList, merchantUpdate } from './merchant.ts'
import { policyRemove, policySet, policyShow } from './policy.ts'
import { programActivate, programCreate, programList, programUpdate } from './program.ts'
import { providerAdd, providerList, providerRemove } from './provider.ts'
import { reportSave, reportVerify } from './report.ts'
import {
  reviewDecide,
  reviewList,
  reviewPicturesCommand,
  reviewRule,
  reviewScreenAgain,
  reviewShow,
} from './review.ts'
import { screenCommand } from './screen.ts'
import { secretRotate } from './secret.ts'
import { sourceAdd, sourceList, sourceRemove, sourceTest } from './source.ts'
import { ssoCheck, ssoRemove, ssoSet, ssoShow } from './sso.ts'
import { serviceCheck, storeFacts, storeMigrate, storeRecount } from './store.ts'
import { ruleList, ruleTest, transferDecide, transferList, transferRule, transferShow } from './transfer.ts'
import { userForget, userLiftEnding, userRequest, userShow } from './user.ts'
import {
  endpointAdd,
  endpointList,
  endpointRemove,
  endpointUpdate,
  webhookDead,
  webhookRetry,
  webhookSecret,
  webhookTest,
  webhookUrl,
} from './webhook.ts'

/** Records how many rows were read. The number of new rows is in the command's report. */
const imported =
  (target: string) =>
  ({ rows }: { rows: number }) => ({ action: 'ledger.imported', target, detail: { rows } })

export const commands = {
  'member add': memberAdd,
  'member list': memberList,
  'member remove': memberRemove,
  'sso set': ssoSet,
  'sso show': ssoShow,
  'sso check': ssoCheck,
  'sso remove': ssoRemove,
  'merchant create': merchantCreate,
  'merchant list': merchantList,
  'merchant update': merchantUpdate,
  'merchant agents': merchantAgents,
  'key list': keyList,
  'key add': keyAdd,
  'key update': keyUpdate,
  'key rotate': keyRotate,
  'key revoke': keyRevoke,
  'program create': programCreate,
  'program activate': programActivate,
  'program update': programUpdate,
  'program list': programList,
  'user show': userShow,
  'user forget': userForget,
  'user request': userRequest,
  'user lift-ending': userLiftEnding,
  'review list': reviewList,
  'review show': reviewShow,
  'review pictures': audited(reviewPicturesCommand, ({ id }) => ({
    ...{ action: 'review.pictures-seen', target: String(id), detail: {} },
  })),
  'review decide': reviewDecide,
  'review screen-again': audited(reviewScreenAgain, ({ screened, found }) => ({
    ...{ action: 'people.screened-again', target: 'people', detail: { screened, found } },
  })),
  'faces list': facesList,
  'journey stuck': journeyStuck,
  'journey restart': journeyRestart,
  'review rule': reviewRule,
  'case rule': caseRule,
  'provider add': providerAdd,
  'provider list': providerList,
  'provider remove': providerRemove,
  'policy show': policyShow,
  'policy set': policySet,
  'policy remove': policyRemove,
  'transfer list': transferList,
  'transfer show': transferShow,
  'transfer decide': transferDecide,
  'transfer rule': transferRule,
  'rule list': ruleList,
  'rule test': ruleTest,
  'webhook secret': webhookSecret,
  'webhook url': webhookUrl,
  'webhook dead': webhookDead,
  'webhook retry': webhookRetry,
  'webhook test': webhookTest,
  'endpoint list': endpointList,
  'endpoint add': endpointAdd,
  'endpoint update': endpointUpdate,
  'endpoint remove': endpointRemove,
  'import transfers': audited(importTransfersCommand, imported('transfers')),
  'import ethereum-etl': audited(importEthereumEtlCommand, imported('transfers')),
  'import bitcoin-etl': audited(importBitcoinEtlCommand, imported('transfers')),
  'import labels': audited(importLabelsCommand, imported('labels')),
  'import prices': audited(importPricesCommand, imported('prices')),
  'import follow': followCommand,
  fetch: audited(fetchCommand, ({ histories, requests }, { coin }) => ({
    ...{ action: 'ledger.fetched', target: coin, detail: { histories, requests } },
  })),
  'source add': sourceAdd,
  'source list': sourceList,
  'source test': sourceTest,
  'source remove': sourceRemove,
  'report save': reportSave,
  'report verify': reportVerify,
  'ledger reset': ledgerReset,
  'watch resume': watchResume,
  'list import': listImport,
  'list show': listShow,
  screen: screenCommand,
  'audit verify': auditVerify,
  'audit send': auditSend,
  'audit compare': auditCompare,
  'audit heads': auditHeads,
  'audit restart': auditRestart,
  'secret rotate': secretRotate,
  'issuer list': issuerList,
  'issuer rotate': issuerRotate,
  'chain deploy': audited(chainDeploy, ({ deployed, chainId }) =>
    deployed ? { action: 'chain.deployed', target: chainId, detail: {} } : undefined,
  ),
  'chain status': chainStatusCommand,
  'chain verify-account': chainVerifyAccount,
  'store migrate': audited(storeMigrate, ({ ran }) =>
    ran.length > 0
      ? { action: 'store.migrated', target: ran.at(-1) ?? '', detail: { ran: ran.length } }
      : undefined,
  ),
  'store recount': audited(storeRecount, () => ({ action: 'store.recounted', target: 'store', detail: {} })),
  'service check': serviceCheck,
  'backup copy': backupCopy,
  'store facts': storeFacts,
}

export type Commands = typeof commands
export type CommandName = keyof Commands
export type InputOf<Name extends CommandName> = Parameters<Commands[Name]>[1]
export type OutputOf<Name extends CommandName> = Awaited<ReturnType<Commands[Name]>>

export function isCommandName(name: unknown): name is CommandName {
  return typeof name === 'string' && Object.hasOwn(commands, name)
}

/**
 * Wraps a command so that it writes the audit log entry that `changeOf` returns. The log is permanent and
 * must not contain file paths, because they can include people's names.
 */
function audited<Input, Output>(
  command: Command<Input, Output>,
  changeOf: (output: Output, input: Input) => Change | undefined,
): Command<Input, Output> {
  return async (runtime, input, progress, signal) => {
    const output = await command(runtime, input, progress, signal)
    const change = changeOf(output, input)
    if (change) await recordChange(runtime.kyc, change, byCommandLine)
    return output
  }
}
