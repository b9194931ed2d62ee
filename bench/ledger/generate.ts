import { open } from 'node:fs/promises'
import { serveRole } from '../support/role.ts'
import { type Planted, plantedLabels, plantedTransfers } from './planted.ts'
import {
  type Form,
  labelHeader,
  labelLine,
  labelsOf,
  type Piece,
  transferHeader,
  transferLine,
  transfersOf,
} from './world.ts'

/** Writes the generated data to files, in a process that is not measured. */
export type GenerateQuestion = {
  file: string
  form: Form
  write:
    | { what: 'transfers'; piece: Piece }
    | { what: 'planted'; planted: Planted }
    | { what: 'labels'; total: number; planted: Planted | undefined }
}
/** Number of rows written, not counting the header. */
export type GenerateAnswer = { rows: number }

/** Characters per write. */
const letters = 4_000_000

serveRole<GenerateQuestion, GenerateAnswer>(async (question) => {
  const file = await open(question.file, 'w')
  try {
    let text = ''
    let lines = 0
    for (const line of linesOf(question)) {
      text += line
      lines += 1
      if (text.length < letters) continue
      await file.appendFile(text)
      text = ''
    }
    await file.appendFile(text)
    return { rows: question.form === 'plain' ? lines - 1 : lines }
  } finally {
    await file.close()
  }
})

function* linesOf({ form, write }: GenerateQuestion): Generator<string> {
  if (write.what === 'labels') {
    if (form === 'plain') yield `${labelHeader}\n`
    for (const label of labelsOf(write.total)) yield labelLine(form, label)
    if (write.planted === undefined) return
    for (const label of plantedLabels(write.planted)) yield labelLine(form, label)
    return
  }
  if (form === 'plain') yield `${transferHeader}\n`
  const rows = write.what === 'planted' ? plantedTransfers(write.planted) : transfersOf(write.piece)
  for (const row of rows) yield transferLine(form, row)
}
