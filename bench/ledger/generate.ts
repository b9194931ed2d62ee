import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbeddedClickHouse } from '@touchstone/storage'
import { serveRole } from '../support/role.ts'
import {
  type Piece,
  plainForm,
  plainLabelForm,
  postgresForm,
  postgresLabelForm,
  selectLabels,
  selectTransfers,
} from './generate-sql.ts'
import { type Planted, selectPlanted, selectPlantedLabels } from './planted-sql.ts'

/** Writes the generated world to files, with an engine that nothing is measured on. */
export type GenerateQuestion = {
  folder: string
  file: string
  form: 'plain' | 'postgres'
  write:
    | { what: 'transfers'; piece: Piece }
    | { what: 'planted'; planted: Planted }
    | { what: 'labels'; total: number; planted: Planted | undefined }
}
export type GenerateAnswer = Record<string, never>

serveRole<GenerateQuestion, GenerateAnswer>(async (question) => {
  const folder = await mkdtemp(join(question.folder, 'generator-'))
  const clickhouse = await openEmbeddedClickHouse({ folder })
  try {
    await clickhouse.work(
      `insert into function file('${question.file}', 'CustomSeparated${question.form === 'plain' ? 'WithNames' : ''}')
       settings format_custom_escaping_rule = 'Raw', format_custom_field_delimiter = ',',
         engine_file_truncate_on_insert = 1, max_threads = 1
       ${selectOf(question)}`,
    )
    return {}
  } finally {
    await clickhouse.close()
    await rm(folder, { recursive: true, force: true })
  }
})

function selectOf({ form, write }: GenerateQuestion): string {
  if (write.what === 'labels') {
    const planted = write.planted === undefined ? '' : `union all ${selectPlantedLabels(write.planted)}`
    const columns = form === 'plain' ? plainLabelForm : postgresLabelForm
    return `select ${columns} from (${selectLabels(write.total)} ${planted})`
  }
  const rows = write.what === 'planted' ? selectPlanted(write.planted) : selectTransfers(write.piece)
  return `select ${form === 'plain' ? plainForm : postgresForm} from (${rows})`
}
