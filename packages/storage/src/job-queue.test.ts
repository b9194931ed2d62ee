import { silentLogger as logger } from '@touchstone/common'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/engines.ts'
import { startJobQueue } from './job-queue.ts'
import { openServer } from './open-server.ts'

test('nodes that start together make the same queues without getting in each other’s way', async () => {
  const url = await freshDatabase()
  const databases = await Promise.all(Array.from({ length: 4 }, () => openServer({ url })))
  const queues = await Promise.all(databases.map((database) => startJobQueue({ database, logger })))
  const names = Array.from({ length: 8 }, (_, index) => `queue-${index}`)
  const started = await Promise.allSettled(
    queues.map(async (queue) => {
      for (const name of names) await queue.work(name, async () => {})
    }),
  )
  expect(started.map(({ status }) => status)).toEqual(queues.map(() => 'fulfilled'))
  await Promise.all(queues.map((queue) => queue.stop()))
  await Promise.all(databases.map((database) => database.close()))
})
