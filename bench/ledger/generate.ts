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

/** Writes the generated world to files, with an engine that nothing is measured on. */
export type GenerateQuestion = { folder: string } & (
  | { write: 'transfers'; form: 'plain' | 'postgres'; file: string; piece: Piece }
  | { write: 'labels'; form: 'plain' | 'postgres'; file: string; total: number }
)
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

function selectOf(question: GenerateQuestion): string {
  if (question.write === 'labels') {
    const form = question.form === 'plain' ? plainLabelForm : postgresLabelForm
    return `select ${form} from (${selectLabels(question.total)})`
  }
  return `select ${question.form === 'plain' ? plainForm : postgresForm} from (${selectTransfers(question.piece)})`
}
