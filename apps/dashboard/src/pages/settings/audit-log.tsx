import type { AuditLog as AuditAnswer } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { Explored } from '../../parts/account.tsx'
import { ChangeDetail, ChangedBy } from '../../parts/change-cells.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** Shows what was changed. An address leads to the explorer, and a case, a transfer or a report to its page. */
function Target({ entry: { action, target, detail } }: { entry: AuditAnswer['entries'][number] }) {
  const { allows } = useSession()
  const { coin } = detail
  if (typeof coin === 'string' && action.startsWith('watch.'))
    return (
      <Explored place={{ coin, address: target }} className="mono mono-long">
        {target}
      </Explored>
    )
  const [, number] = /^(?:case:|transfer:)?([1-9][0-9]*)$/.exec(target) ?? []
  const page =
    number !== undefined && target.startsWith('case:') && allows('cases.work')
      ? `cases/show/${number}`
      : number !== undefined && /^(transfer|triage)\./.test(action) && allows('people.read')
        ? `transfers/show/${number}`
        : action === 'report.saved' && allows('risk.read')
          ? `history/reports/${target}`
          : undefined
  if (page === undefined) return <span className="mono mono-long">{target}</span>
  return (
    <Link href={`~/dashboard/${page}`} className="mono mono-long">
      {target}
    </Link>
  )
}

/** Lists who changed what, when and from which network. Entries can't be changed. */
export function AuditLog() {
  const texts = useTexts()
  const { path } = useSession()
  const [before, setBefore] = useState<number>()
  const log = useLoad<AuditAnswer>(`/audit${before === undefined ? '' : `?before=${before}`}`)
  return (
    <Section
      title={texts.audit.title}
      text={texts.audit.why}
      actions={
        <a className="button" href={`/dashboard/api${path}/audit.csv`} download>
          <Icon name="download" />
          {texts.people.export}
        </a>
      }
    >
      <WhenLoaded of={log} rows={8}>
        {({ entries, more }) =>
          entries.length === 0 ? (
            <Empty title={texts.audit.empty} text={texts.audit.emptyWhy} />
          ) : (
            <>
              <Table
                caption={texts.audit.title}
                rows={entries}
                keyOf={({ id }) => id}
                columns={[
                  { name: texts.audit.at, cell: ({ at }) => <Moment at={at} seconds /> },
                  { name: texts.audit.by, cell: (entry) => <ChangedBy entry={entry} /> },
                  { name: texts.audit.action, cell: ({ action }) => <code>{action}</code> },
                  {
                    name: texts.audit.target,
                    cell: (entry) => <Target entry={entry} />,
                  },
                  { name: texts.audit.detail, cell: ({ detail }) => <ChangeDetail detail={detail} /> },
                  {
                    name: texts.audit.network,
                    cell: ({ network }) => <span className="mono mono-long">{network ?? '–'}</span>,
                  },
                ]}
              />
              <Pager
                first={before === undefined}
                next={more}
                toFirst={() => setBefore(undefined)}
                toNext={() => setBefore(entries.at(-1)?.id)}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}
