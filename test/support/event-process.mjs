import { createManualClock, createVault, systemRandom } from '@touchstone/common'
import { deliverEvents, startJourney } from '@touchstone/kyc'
import { openServer } from '@touchstone/storage'

// Starts journeys and sends their events. Reports each step on standard output, so that the test can kill the
// process at that moment. Ends when it has started `people` journeys and no delivery is due.
const [databaseUrl, text] = process.argv.slice(2)
const { programNo, now, run, people, secret } = JSON.parse(text)
const say = (line) => process.stdout.write(`${line}\n`)
process.stdin.on('end', () => process.exit(0)).resume()

const database = await openServer({ url: databaseUrl, poolSize: 4 })
const context = {
  ...{ database, random: systemRandom, vault: createVault(secret), loopbackReceivers: true },
  clock: createManualClock(now),
}
const send = async ({ url, headers, body }) => {
  say('sending')
  const { status } = await fetch(url, { method: 'POST', headers, body })
  say('sent')
  return status === 200 ? { accepted: true } : { accepted: false, problem: `answered ${status}` }
}
const record = async () => {
  for (let index = 0; index < people; index += 1) {
    say('recording')
    const login = `run-${run}-${index}@example.com`
    await startJourney(context, { programNo, login, ssiWallet: '0x1', actor: 'test' })
    say('recorded')
  }
}
let isRecording = true
const deliver = async () => {
  for (;;) {
    const wasRecording = isRecording
    if ((await deliverEvents(context, { send })) === 0 && !wasRecording) return
  }
}
await Promise.all([record().finally(() => (isRecording = false)), deliver()])
await database.close()
say('done')
process.exit(0)
