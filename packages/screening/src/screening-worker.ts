import { serveWork } from '@touchstone/workers'
import { readListTask } from './import/read-list-task.ts'
import { buildIndexTask } from './match/build-index-task.ts'

export default serveWork({ 'read-list': readListTask, 'build-index': buildIndexTask })
