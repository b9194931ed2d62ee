import { createManualClock, createVault, systemRandom } from '@touchstone/common'
import { deliverEvents, recordEvent, startJourney } from '@touchstone/kyc'
import { openKytReader, openPackedLedger, registerTransfer } from '@touchstone/kyt'
import { openServer } from '@touchstone/storage'

// Starts journeys, registers transfers and sends the events about them. Reports each step on standard output, so
// that the test can kill the process at that moment. Ends when it has started `people` journeys, has registered as
// many transfers, and no delivery is due.
const [databaseUrl, text] = process.argv.slice(2)
const { programNo, merchant, now, run, people, secret } = JSON.parse(text)
const say = (line) => process.stdout.write(`${line}\n`)
process.stdin.on('end', () => process.exit(0)).resume()

const database = await openServer({ url: databaseUrl, poolSize: 4 })
const context = {
  ...{ database, random: systemRandom, vault: createVault(secret), loopbackReceivers: true },
  clock: createManualClock(now),
}
const kyt = {
  ...{ ...context, ledger: openPackedLedger(database) },
  events: {
    record: (db, { merchant: mchNo, ...event }) => recordEvent(db, { mchNo }, event),
    redirect: async () => {},
    canSign: async () => true,
  },
}
const reader = openKytReader(kyt)
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
const decide = async () => {
  for (let index = 0; index < people; index += 1) {
    // Like a merchant's backend, repeats the calls of the previous run, whose answers may not have arrived.
    for (const each of [run - 1, run]) {
      say('deciding')
      await registerTransfer(kyt, reader, {
        ...{ merchant, reference: `${each}-${index}`, customer: `customer-${index % 2}` },
        ...{ direction: 'deposit', coin: 'USDT-ERC20', address: `0x${'1'.repeat(40)}`, amount: '500' },
      })
      say('decided')
    }
  }
}
let isRecording = true
const deliver = async () => {
  for (;;) {
    const wasRecording = isRecording
    if ((await deliverEvents(context, { send })) === 0 && !wasRecording) return
  }
}
await Promise.all([Promise.all([record(), decide()]).finally(() => (isRecording = false)), deliver()])
await database.close()
say('done')
process.exit(0)
