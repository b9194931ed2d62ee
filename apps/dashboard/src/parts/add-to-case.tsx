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
import { Icon } from './icon.tsx'
import { Refusal } from './refusal.tsx'

/** The server's limit for the description of a graph. */
const mostText = 60_000

type Props = {
  /** What is added, or a function that describes it when the dialog opens. The first one is searched for in cases. */
  references: readonly CaseReference[] | (() => readonly CaseReference[])
  /** The words of the button. */
  text?: string
}

/** A button that adds what the page shows to a case. Members who cannot work on cases do not see it. */
export function AddToCase({ references, text }: Props) {
  const texts = useTexts()
  const { allows } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!allows('cases.work')) return null
  return (
    <>
      <Button icon="folder" onPress={() => setOpen(true)}>
        {text ?? texts.cases.addTo}
      </Button>
      {isOpen && <Choose references={references} onClose={() => setOpen(false)} />}
    </>
  )
}

function Choose({ references, onClose }: Pick<Props, 'references'> & { onClose(): void }) {
  const texts = useTexts()
  const [items] = useState(references)
  const isTooLarge = items.some(({ ref }) => ref.length > mostText)
  const having = useLoad<CasesWith>('/cases/with', items[0], { ofOne: true })
  const open = useLoad<CasePage>('/cases/list', { status: 'working' })
  const [number, setNumber] = useState('')
  const [title, setTitle] = useState('')
  const [added, setAdded] = useState<number>()
  const add = useChange<{ number: number; items: CaseReference[] }>('/cases/items/add')
  const start = useChange<{ title: string; items: CaseReference[] }, { number: number }>('/cases/open')
  const send = async () => {
    if (isTooLarge) return
    if (number === '') setAdded((await start.run({ title, items: [...items] }))?.number)
    else if ((await add.run({ number: Number(number), items: [...items] })) !== undefined)
      setAdded(Number(number))
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
              field="title"
              label={texts.cases.caseTitle}
              hint={texts.cases.caseTitleHint}
              value={title}
              onValue={setTitle}
              maxLength={200}
              required
              autoComplete="off"
            />
          )}
          {isTooLarge && (
            <p className="notice notice-failed" role="alert">
              <Icon name="alert" />
              <span>{texts.cases.graphTooLarge}</span>
            </p>
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
