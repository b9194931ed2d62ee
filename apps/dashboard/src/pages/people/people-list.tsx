import type { PeoplePage, Programs } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ApiError } from '../../api/api-error.ts'
import { Account } from '../../parts/account.tsx'
import { Badge, StatusBadge, TestBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Empty, MissingChoices, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

type Status = PeoplePage['people'][number]['status']

/**
 * The statuses in the order in which a journey goes through them. Duplicated here because an import from the
 * contract would add the contract's schemas to the bundle.
 */
const statuses = [
  'Verification Started',
  'OCR Passed',
  'Data Retrieved',
  'Liveness Checked',
  'ZKP Generated',
  'SBT Minted',
  'OnChain Minted',
  'KYC Passed',
  'Verification Passed',
  'PoAI Passed',
  'Verification Failed',
  'PoAI Failed',
] as const satisfies readonly Status[]

type Filters = { find: string; programNo: string; status: string; from: string; to: string }
const none: Filters = { find: '', programNo: '', status: '', from: '', to: '' }

export function PeopleList() {
  const texts = useTexts()
  const numberOf = useNumber()
  const { api, path } = useSession()
  const programs = useLoad<Programs>('/programs')
  const [typed, setTyped] = useState(none)
  const [applied, setApplied] = useState(none)
  const [after, setAfter] = useState<string>()
  const [refusal, setRefusal] = useState<ApiError>()
  const people = useLoad<PeoplePage>('/people/search', {
    ...nonEmpty(applied),
    ...(after !== undefined && { after }),
  })
  const set = (name: keyof Filters) => (value: string) => setTyped({ ...typed, [name]: value })
  const choices = [
    { value: '', name: texts.people.all },
    ...(programs.data?.programs ?? []).map(({ programNo, name, test }) => ({
      value: programNo,
      name: test ? `${name} (${texts.programs.test})` : name,
    })),
  ]
  const exportAll = () => {
    const { find: _, ...filters } = applied
    api
      .download(`${path}/people/export`, nonEmpty(filters))
      .then((file) => saveFile(file, 'people.csv'))
      .catch((error: ApiError) => setRefusal(error))
  }
  return (
    <Page
      title={texts.people.title}
      lead={texts.people.lead}
      actions={
        <Button icon="download" onPress={exportAll}>
          {texts.people.export}
        </Button>
      }
    >
      <form
        className="card filters"
        onSubmit={(event) => {
          event.preventDefault()
          setAfter(undefined)
          setApplied(typed)
        }}
      >
        <Field
          label={texts.people.find}
          value={typed.find}
          onValue={set('find')}
          maxLength={512}
          autoComplete="off"
        />
        <Select
          label={texts.people.program}
          value={typed.programNo}
          choices={choices}
          onValue={set('programNo')}
        />
        <Select
          label={texts.people.status}
          value={typed.status}
          choices={[
            { value: '', name: texts.people.all },
            ...statuses.map((value) => ({ value, name: value })),
          ]}
          onValue={set('status')}
        />
        <Field label={texts.people.from} type="date" value={typed.from} onValue={set('from')} />
        <Field label={texts.people.to} type="date" value={typed.to} onValue={set('to')} />
        <MissingChoices of={programs} />
        <div className="form-actions">
          <Button look="primary" icon="search">
            {texts.people.search}
          </Button>
          <Button
            look="quiet"
            onPress={() => {
              setTyped(none)
              setApplied(none)
              setAfter(undefined)
            }}
          >
            {texts.people.clear}
          </Button>
        </div>
      </form>
      <Refusal error={refusal} />
      <section className="card section" aria-label={texts.people.title}>
        <WhenLoaded of={people} rows={10}>
          {({ people: rows, total, next }) =>
            rows.length === 0 ? (
              <Empty title={texts.people.empty} text={texts.people.emptyWhy} />
            ) : (
              <>
                {total !== null && <p className="muted small">{texts.people.total(numberOf(total))}</p>}
                <Table
                  caption={texts.people.title}
                  rows={rows}
                  keyOf={({ svcId, programNo }) => `${svcId} ${programNo}`}
                  columns={[
                    {
                      name: texts.people.person,
                      cell: ({ svcId }) => (
                        <Link href={`/${encodeURIComponent(svcId)}`} className="plain-link">
                          <Account value={svcId} what={texts.people.id} copy={false} />
                        </Link>
                      ),
                    },
                    {
                      name: texts.people.program,
                      cell: ({ programName, test }) => (
                        <>
                          {programName} {test && <TestBadge />}
                        </>
                      ),
                    },
                    {
                      name: texts.people.status,
                      cell: ({ status, reason, ended }) => (
                        <>
                          <StatusBadge status={status} />
                          {ended && <Badge>{texts.people.ended}</Badge>}
                          {reason !== null && <code className="detail">{reason}</code>}
                        </>
                      ),
                    },
                    {
                      name: texts.people.wallet,
                      cell: ({ wallet }) =>
                        wallet === null ? (
                          '–'
                        ) : (
                          <Account value={wallet} what={texts.people.wallet} place={{ find: wallet }} />
                        ),
                    },
                    { name: texts.people.activity, cell: ({ activityAt }) => <Moment at={activityAt} /> },
                  ]}
                />
                <Pager
                  first={after === undefined}
                  next={next !== null}
                  toFirst={() => setAfter(undefined)}
                  toNext={() => setAfter(next ?? undefined)}
                />
              </>
            )
          }
        </WhenLoaded>
      </section>
    </Page>
  )
}

/** Omits empty filters. */
function nonEmpty(filters: Partial<Filters>): Partial<Filters> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  )
}
