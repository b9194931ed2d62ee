import type { CasePage, CaseReference, CasesWith } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '../session/session.ts'
import { useChange } from '../session/use-change.ts'
import { useLoad } from '../session/use-load.ts'
import { useTexts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field, Select } from './field.tsx'
import { Refusal } from './refusal.tsx'

/** A button that adds what the page shows to a case. Members who cannot work on cases do not see it. */
export function AddToCase({ reference }: { reference: CaseReference }) {
  const texts = useTexts()
  const { allows } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!allows('cases.work')) return null
  return (
    <>
      <Button icon="folder" onPress={() => setOpen(true)}>
        {texts.cases.addTo}
      </Button>
      {isOpen && <Choose reference={reference} onClose={() => setOpen(false)} />}
    </>
  )
}

function Choose({ reference, onClose }: { reference: CaseReference; onClose(): void }) {
  const texts = useTexts()
  const having = useLoad<CasesWith>('/cases/with', reference, { ofOne: true })
  const open = useLoad<CasePage>('/cases/list', { status: 'working' })
  const [number, setNumber] = useState('')
  const [title, setTitle] = useState('')
  const [added, setAdded] = useState<number>()
  const add = useChange<{ number: number; items: CaseReference[] }>('/cases/items/add')
  const start = useChange<{ title: string; items: CaseReference[] }, { number: number }>('/cases/open')
  const send = async () => {
    const items = [reference]
    if (number === '') setAdded((await start.run({ title, items }))?.number)
    else if ((await add.run({ number: Number(number), items })) !== undefined) setAdded(Number(number))
  }
  return (
    <Dialog title={texts.cases.addTo} onClose={onClose}>
      {added === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <p className="muted">{texts.cases.addToWhy}</p>
          {having.data && having.data.cases.length > 0 && (
            <p>
              {texts.cases.already} {having.data.cases.map((each) => each.number).join(', ')}
            </p>
          )}
          <Select
            label={texts.cases.choose}
            value={number}
            choices={[
              { value: '', name: texts.cases.new },
              ...(open.data?.cases ?? []).map((each) => ({
                value: String(each.number),
                name: `${each.number}, ${each.title}`,
              })),
            ]}
            onValue={setNumber}
          />
          {number === '' && (
            <Field
              label={texts.cases.caseTitle}
              hint={texts.cases.caseTitleHint}
              value={title}
              onValue={setTitle}
              maxLength={200}
              required
              autoComplete="off"
            />
          )}
          <Refusal error={add.refusal ?? start.refusal} />
          <div className="form-actions">
            <Button look="primary" running={add.running || start.running}>
              {texts.cases.add}
            </Button>
          </div>
        </form>
      ) : (
        <p role="status">
          {texts.cases.added}{' '}
          <Link href={`~/dashboard/cases/show/${added}`}>{texts.cases.caseNo(added)}</Link>
        </p>
      )}
    </Dialog>
  )
}
