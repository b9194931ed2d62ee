import { auditGuesses, sendAudit, type TokenService, tidyEvents, tidyMembers } from '@touchstone/kyc'
import {
  fillPrices,
  fillPricesJob,
  tidyBatches,
  tidyQuestions,
  tidyReports,
  tidyTransfers,
} from '@touchstone/kyt'
import { openAuditSink, type Runtime } from '@touchstone/runtime'
import { type JobQueue, tidyEmbeddedStore } from '@touchstone/storage'
import {
  applySuspension,
  expirePeople,
  expirePictures,
  expireTests,
  finishForgetting,
  finishRequests,
  finishRevocation,
  forgetJob,
  journeyJob,
  noticeJob,
  refreshSuspensions,
  resumeForgetting,
  resumeRevocations,
  revocationJob,
  runJourneyJob,
  screenAgain,
  sendNotices,
  suspensionJob,
  tidyCaptures,
  tidySessions,
} from '@touchstone/verification'

const rotateSigningKey = 'rotate-signing-key'
const tidyStore = 'tidy-store'
// The schedule is stored, so the job keeps the name that it had when only watches caused events.
const tidyEventsJob = 'tidy-alerts'
const requestsJob = 'finish-requests'
const screenAgainJob = 'screen-again'
const tidySessionsJob = 'tidy-sessions'
const auditGuessesJob = 'audit-guesses'
const sendAuditJob = 'send-audit'
const expirePeopleJob = 'expire-people'
const expirePicturesJob = 'expire-pictures'

/** Starts the background jobs. Jobs are durable, and each runs on one node at a time. */
export async function startJobs(
  jobs: JobQueue,
  { database, settings, kyc, kyt, verification, logger }: Runtime,
  tokenService: TokenService,
): Promise<void> {
  await jobs.work(rotateSigningKey, async () => {
    await tokenService.rotate()
  })
  await jobs.schedule(rotateSigningKey, '17 * * * *')
  await jobs.work(tidyEventsJob, async () => {
    await tidyEvents(kyc, settings.eventsKeptDays)
    await tidyBatches(kyt)
    await tidyTransfers(kyt)
    await tidyQuestions(kyt, settings.riskRecordsKeptDays)
    await tidyReports(kyt, settings.riskRecordsKeptDays)
  })
  await jobs.schedule(tidyEventsJob, '47 * * * *')
  if (kyt.ledger.place !== 'absent') {
    await jobs.work(fillPricesJob, async () => {
      const filled = await fillPrices(kyt, {
        sources: () => kyt.histories.prices(),
        fetched: await kyt.histories.networks(),
      })
      if (filled.prices > 0 || filled.failed > 0) logger.info(filled, 'prices requested')
    })
    await jobs.schedule(fillPricesJob, '9 * * * *')
  }
  // A journey's job mostly waits for a chain, so many of these jobs can run concurrently.
  await jobs.work<Parameters<typeof runJourneyJob>[1]>(
    journeyJob,
    (job) => runJourneyJob(verification, job),
    {
      concurrency: 20,
      pollSeconds: 1,
    },
  )
  await jobs.work(
    forgetJob,
    ({ receiptId }: { receiptId: string }) => finishForgetting(verification, receiptId),
    {
      concurrency: 5,
      pollSeconds: 1,
    },
  )
  await jobs.work(
    revocationJob,
    ({ revocationId }: { revocationId: number }) => finishRevocation(verification, revocationId),
    { concurrency: 5, pollSeconds: 1 },
  )
  await jobs.work(
    suspensionJob,
    ({ personId }: { personId: number }) => applySuspension(verification, { personId }),
    { concurrency: 5, pollSeconds: 1 },
  )
  await jobs.work(noticeJob, () => sendNotices(verification), { pollSeconds: 1 })
  await jobs.work(requestsJob, async () => {
    await finishRequests(verification)
    await refreshSuspensions(verification)
    await expireTests(verification)
    await sendNotices(verification)
  })
  await jobs.schedule(requestsJob, '*/5 * * * *')
  await jobs.work(screenAgainJob, async () => {
    await screenAgain(verification)
  })
  await jobs.schedule(screenAgainJob, '*/10 * * * *')
  await jobs.work(tidySessionsJob, async () => {
    await tidySessions(verification)
    await tidyCaptures(verification)
    await tidyMembers(verification.kyc)
  })
  await jobs.schedule(tidySessionsJob, '27 * * * *')
  await jobs.work(auditGuessesJob, async () => {
    await auditGuesses(verification.kyc)
  })
  await jobs.schedule(auditGuessesJob, '* * * * *')
  if (settings.auditSink !== undefined) {
    const sink = openAuditSink({ ...settings.auditSink, clock: kyc.clock })
    await jobs.work(sendAuditJob, async () => {
      await sendAudit(kyc, sink)
    })
    await jobs.schedule(sendAuditJob, '* * * * *')
  }
  await jobs.work(expirePicturesJob, async () => {
    await expirePictures(verification)
  })
  await jobs.schedule(expirePicturesJob, '7 * * * *')
  await jobs.work(expirePeopleJob, async () => {
    await expirePeople(verification)
    await resumeForgetting(verification)
    await resumeRevocations(verification)
  })
  await jobs.schedule(expirePeopleJob, '37 3 * * *')
  if (database.engine === 'embedded') {
    await jobs.work(tidyStore, async () => {
      await tidyEmbeddedStore(database)
    })
    await jobs.schedule(tidyStore, '*/10 * * * *')
  }
}
