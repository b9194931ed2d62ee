import { useQuery } from '@tanstack/react-query'
import type { MemberSessions } from '@touchstone/contract'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'

/** Lists the member's active sessions. */
export function Sessions() {
  const texts = useTexts()
  const { api, signedOut } = useSession()
  const sessions = useQuery<MemberSessions>({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.get<MemberSessions>('/sessions', signal),
  })
  const endAll = useChange<object>('/sessions/end-all', true)
  const end = useChange<{ id: number }>('/sessions/end', true)
  return (
    <Section
      title={texts.sessions.title}
      text={texts.sessions.why}
      actions={
        <Button
          running={endAll.running}
          onPress={() => void endAll.run({}).then((done) => done !== undefined && signedOut())}
        >
          {texts.sessions.endAll}
        </Button>
      }
    >
      <Refusal error={endAll.refusal ?? end.refusal} />
      <WhenLoaded of={sessions} rows={2}>
        {({ sessions }) => (
          <Table
            caption={texts.sessions.title}
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              { name: texts.sessions.browser, cell: ({ browser }) => browserOf(browser) },
              {
                name: texts.sessions.network,
                cell: ({ network }) => <span className="mono">{network}</span>,
              },
              { name: texts.sessions.begun, cell: ({ begunAt }) => <Moment at={begunAt} /> },
              { name: texts.sessions.seen, cell: ({ seenAt }) => <Moment at={seenAt} /> },
              {
                name: texts.common.actions,
                cell: ({ id, own }) =>
                  own ? (
                    <Badge tone="accent">{texts.sessions.own}</Badge>
                  ) : (
                    <Button look="quiet" onPress={() => void end.run({ id })}>
                      {texts.sessions.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </WhenLoaded>
    </Section>
  )
}

/**
 * Returns the names of the browser and the operating system, because a full user agent string is too long to
 * show.
 */
function browserOf(agent: string): string {
  const name = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? agent.slice(0, 40)
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(agent)?.[0]
  const known = { Edg: 'Edge', OPR: 'Opera' }[name] ?? name
  return system === undefined ? known : `${known}, ${system.replace('Mac OS X', 'macOS')}`
}
