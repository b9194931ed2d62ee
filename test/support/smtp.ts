import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  to: string[]
  from: string
  source: string
  subject: string
  code: string | undefined
}

export type TestSmtp = {
  /** The value for SMTP_URL. */
  url: string
  mails: ReceivedMail[]
  /** Waits until `count` mails to that address have arrived, and returns the code in the newest mail. */
  code(to: string, count?: number): Promise<string>
  /** From now on, rejects mail to this address as unknown. */
  refuse(address: string): void
  stop(): Promise<void>
}

/** Starts, on a free port, a real mail server that accepts mail for every address and forwards none. */
export async function startSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  const refused = new Set<string>()
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (!refused.has(address)) return done()
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push(read(Buffer.concat(parts).toString('utf8'), session.envelope))
        for (const tell of waiting.splice(0)) tell()
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async code(to, count = 1) {
      for (;;) {
        const own = mails.filter((mail) => mail.to.includes(to))
        const code = own.at(-1)?.code
        if (own.length >= count && code !== undefined) return code
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    refuse: (address) => void refused.add(address),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function read(
  source: string,
  { mailFrom, rcptTo }: { mailFrom: { address: string } | false; rcptTo: { address: string }[] },
): ReceivedMail {
  return {
    to: rcptTo.map(({ address }) => address),
    from: mailFrom ? mailFrom.address : '',
    source,
    subject: /^Subject: (.*)$/m.exec(source)?.[1] ?? '',
    // Matches the code, which is on a line of its own in the plain text.
    code: /^([0-9]{6}|[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2})\r?$/m.exec(source)?.[1],
  }
}
