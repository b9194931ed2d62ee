import type { Case, CaseItemKind, CaseReference } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { Button } from '../../parts/button.tsx'
import { explorerLink } from '../../parts/explorer-link.ts'
import { Field, Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'

type Item = Case['items'][number]

/** The kinds that a member can enter. The others are added from their own pages. */
const entered = ['address', 'transaction', 'customer', 'person', 'transfer', 'report'] as const

/** Lists what a case refers to, with links, and adds references. */
export function CaseItems({ shown }: { shown: Case }) {
  const texts = useTexts()
  const { number, items, status } = shown
  const isOpen = status !== 'closed'
  const remove = useChange<{ number: number; item: number }>('/cases/items/remove')
  return (
    <Section title={texts.cases.items} text={texts.cases.itemsWhy}>
      <Refusal error={remove.refusal} />
      {items.length === 0 ? (
        <p className="muted">{texts.cases.noItems}</p>
      ) : (
        <Table
          caption={texts.cases.items}
          rows={items}
          keyOf={(item) => item.number}
          columns={[
            { name: texts.cases.kind, cell: ({ kind }) => texts.cases.itemKinds[kind] },
            { name: texts.cases.item, cell: (item) => <Reference {...item} /> },
            { name: texts.cases.addedAt, cell: ({ addedAt }) => <Moment at={addedAt} /> },
            {
              name: texts.common.actions,
              cell: (item) => (
                <>
                  <ShowLink of={number} item={item} />{' '}
                  {isOpen && (
                    <Button
                      look="quiet"
                      running={remove.running}
                      onPress={() => void remove.run({ number, item: item.number })}
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
      {isOpen && <AddItem number={number} />}
    </Section>
  )
}

function Reference({ kind, ref, label }: Item) {
  const texts = useTexts()
  if (ref === null) return <span className="muted">{texts.cases.erased}</span>
  if (kind === 'graph' || kind === 'report' || kind === 'alert' || kind === 'transfer') return label || '–'
  if (kind === 'review') {
    const known = texts.reviews.kinds as Readonly<Record<string, { name: string }>>
    return known[label]?.name ?? label
  }
  const [place = '', text = ''] = kind === 'address' || kind === 'transaction' ? ref.split(':') : ['', ref]
  return (
    <>
      <Account
        value={text}
        what={texts.cases.itemKinds[kind]}
        {...(kind === 'address' && { place: { network: place, address: text } })}
        {...(kind === 'transaction' && { place: { network: place, txid: text } })}
      />
      {place !== '' && <span className="muted small detail">{place}</span>}
    </>
  )
}

/** Links to the page that shows a reference. */
function ShowLink({ of, item: { number, kind, ref, page } }: { of: number; item: Item }) {
  const texts = useTexts()
  if (ref === null) return null
  if (kind === 'graph')
    return <Link href={explorerLink({ case: String(of), item: String(number) })}>{texts.cases.show}</Link>
  const target = kind === 'customer' ? page && `customers/show/${page}` : targetOf(kind, ref)
  return target === undefined ? null : <Link href={`~/dashboard/${target}`}>{texts.cases.show}</Link>
}

function targetOf(kind: CaseItemKind, ref: string): string | undefined {
  if (kind === 'address') {
    const [coin = '', address = ''] = ref.split(':')
    return `risk#${new URLSearchParams({ coin, address })}`
  }
  if (kind === 'transaction') {
    const [network = '', txid = ''] = ref.split(':')
    return `explorer#${new URLSearchParams({ network, txid })}`
  }
  if (kind === 'transfer') return `transfers/show/${ref}`
  if (kind === 'report') return `history/reports/${ref}`
  if (kind === 'person') return `people/${encodeURIComponent(ref)}`
  if (kind === 'review') return `reviews/show/${ref}`
  if (kind === 'alert') return 'watches/alerts'
  return undefined
}

function AddItem({ number }: { number: number }) {
  const texts = useTexts()
  const [kind, setKind] = useState<(typeof entered)[number]>('address')
  const [place, setPlace] = useState('ETH')
  const [text, setText] = useState('')
  const add = useChange<{ number: number; items: CaseReference[] }>('/cases/items/add')
  const hasPlace = kind === 'address' || kind === 'transaction'
  return (
    <form
      className="filters case-filters"
      onSubmit={(event) => {
        event.preventDefault()
        const ref = hasPlace ? `${place.trim()}:${text.trim()}` : text.trim()
        void add.run({ number, items: [{ kind, ref }] }).then((done) => done !== undefined && setText(''))
      }}
    >
      <Select
        label={texts.cases.kind}
        value={kind}
        choices={entered.map((value) => ({ value, name: texts.cases.itemKinds[value] }))}
        onValue={(value) => setKind(value as typeof kind)}
      />
      {hasPlace && (
        <Field label={texts.cases.network} value={place} onValue={setPlace} maxLength={64} required />
      )}
      <Field
        field="ref items"
        label={texts.cases.item}
        hint={texts.cases.refHints[kind]}
        value={text}
        onValue={setText}
        maxLength={256}
        required
        autoComplete="off"
      />
      <Refusal error={add.refusal} />
      <div className="form-actions">
        <Button icon="plus" running={add.running}>
          {texts.cases.add}
        </Button>
      </div>
    </form>
  )
}
