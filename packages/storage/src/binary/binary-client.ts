import type { Readable } from 'node:stream'
import pg from 'pg'
import { createMessageParser } from './create-message-parser.ts'

type Connection = {
  attachListeners(stream: Readable): void
  emit(event: string, message: unknown): boolean
}

/** A client of `pg` that hands over fields in the binary form as bytes, and is otherwise the same. */
export class BinaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: Connection }
    connection.attachListeners = (stream) => {
      const parser = createMessageParser()
      stream.on('data', (bytes: Buffer) =>
        parser.parse(bytes, (message) => {
          connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
        }),
      )
    }
  }
}
