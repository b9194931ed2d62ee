import { serveWork } from '@touchstone/workers'
import { rebuildTasks } from './rebuild-tasks.ts'

export default serveWork(rebuildTasks)
