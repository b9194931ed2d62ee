import type { AddCaseFile, Case } from '@touchstone/contract'
import { useId, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../parts/button.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'

type FileOf = { number: number; file: number }

/** The server's limit. It also checks the content. */
const mostBytes = 5 * 1024 * 1024

/** Lists the files of a case. Files are saved and never shown, because they can contain anything. */
export function CaseFiles({ shown }: { shown: Case }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { api, path } = useSession()
  const { number, files, status } = shown
  const isOpen = status !== 'closed'
  const remove = useChange<FileOf>('/cases/files/remove')
  const [refusal, setRefusal] = useState<ApiError>()
  const save = ({ number: file, name }: Case['files'][number]) => {
    setRefusal(undefined)
    return api
      .download(`${path}/cases/files/read`, { number, file })
      .then((content) => saveFile(content, name))
      .catch((error: ApiError) => setRefusal(error))
  }
  return (
    <Section title={texts.cases.files} text={texts.cases.filesWhy}>
      <Refusal error={refusal ?? remove.refusal} />
      {files.length === 0 ? (
        <p className="muted">{texts.cases.noFiles}</p>
      ) : (
        <Table
          caption={texts.cases.files}
          rows={files}
          keyOf={(file) => file.number}
          columns={[
            { name: texts.cases.file, cell: ({ name }) => name },
            {
              name: texts.cases.size,
              number: true,
              cell: ({ size }) => `${numberOf(Math.max(1, Math.round(size / 1024)))} kB`,
            },
            { name: texts.cases.addedAt, cell: ({ addedAt }) => <Moment at={addedAt} /> },
            {
              name: texts.common.actions,
              cell: (file) => (
                <>
                  <Button icon="download" onPress={() => void save(file)}>
                    {texts.cases.save}
                  </Button>{' '}
                  {isOpen && (
                    <Button
                      look="quiet"
                      running={remove.running}
                      onPress={() => void remove.run({ number, file: file.number })}
                    >
                      {texts.cases.remove}
                    </Button>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      {isOpen && <AddFile number={number} />}
    </Section>
  )
}

function AddFile({ number }: { number: number }) {
  const texts = useTexts()
  const id = useId()
  const add = useChange<AddCaseFile>('/cases/files/add')
  const [problem, setProblem] = useState<ApiError>()
  const send = async (file: File) => {
    setProblem(undefined)
    if (file.size > mostBytes)
      return setProblem(new ApiError(413, { code: 'upload.too-large', message: '', remedy: '' }))
    await add.run({ number, name: file.name, base64: await inBase64(file) })
  }
  return (
    <div className="field">
      <label htmlFor={id}>{texts.cases.addFile}</label>
      <input
        id={id}
        type="file"
        data-field="file"
        className="input"
        accept=".pdf,.png,.jpg,.jpeg,.csv,.txt"
        disabled={add.running}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          const input = event.target
          if (file)
            void send(file).then(() => {
              input.value = ''
            })
        }}
      />
      <Refusal error={problem ?? add.refusal} />
    </div>
  )
}

function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
