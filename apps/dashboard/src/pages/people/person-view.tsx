import type { Person } from '@touchstone/contract'
import { type ReactNode, useState } from 'react'
import { Account } from '../../parts/account.tsx'
import { AddToCase } from '../../parts/add-to-case.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { Badge, StatusBadge, TestBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

type Journey = Person['journeys'][number]

/** Shows what this merchant can see about a person: never documents, faces, names or e-mail addresses. */
export function PersonView({ svcId }: { svcId: string }) {
  const texts = useTexts()
  const { allows } = useSession()
  const person = useLoad<Person>('/people/show', { svcId }, { ofOne: true })
  const [ending, setEnding] = useState(false)
  const isOpen = person.data?.journeys.some(({ endedAt }) => endedAt === null) ?? false
  return (
    <Page
      title={texts.person.title}
      lead={texts.person.lead}
      back={<BackLink href="/" text={texts.people.title} />}
      actions={
        <>
          <AddToCase references={[{ kind: 'person', ref: svcId }]} />
          {allows('people.end') && isOpen && (
            <Button look="danger" onPress={() => setEnding(true)}>
              {texts.person.end}
            </Button>
          )}
        </>
      }
    >
      <WhenLoaded of={person} rows={8}>
        {({ ssiWallet, endings, journeys }) => (
          <>
            {endings.length > 0 && <Endings svcId={svcId} endings={endings} />}
            <dl className="card facts">
              <div>
                <dt className="label">{texts.people.id}</dt>
                <dd>
                  <Account value={svcId} what={texts.people.id} />
                </dd>
              </div>
              <div>
                <dt className="label">{texts.person.ssiWallet}</dt>
                <dd>
                  {ssiWallet === '' ? (
                    '–'
                  ) : (
                    <Account value={ssiWallet} what={texts.person.ssiWallet} place={{ find: ssiWallet }} />
                  )}
                </dd>
              </div>
            </dl>
            {journeys.map((journey) => (
              <JourneyView key={journey.programNo} journey={journey} />
            ))}
          </>
        )}
      </WhenLoaded>
      {ending && <EndRelation svcId={svcId} onClose={() => setEnding(false)} />}
    </Page>
  )
}

/** Shows the endings that are in force. Members who can end the relationship can also lift these endings. */
function Endings({ svcId, endings }: { svcId: string; endings: Person['endings'] }) {
  const texts = useTexts()
  const { allows } = useSession()
  const [lifting, setLifting] = useState(false)
  return (
    <Section
      title={texts.person.endings}
      text={texts.person.endingsWhy}
      actions={allows('people.end') && <Button onPress={() => setLifting(true)}>{texts.person.lift}</Button>}
    >
      <Table
        caption={texts.person.endings}
        rows={endings}
        keyOf={({ programNo }) => programNo}
        columns={[
          { name: texts.people.program, cell: ({ programName }) => programName },
          { name: texts.person.endedAt, cell: ({ at }) => <Moment at={at} /> },
        ]}
      />
      {lifting && <LiftEnding svcId={svcId} onClose={() => setLifting(false)} />}
    </Section>
  )
}

function JourneyView({ journey }: { journey: Journey }) {
  const texts = useTexts()
  const { journal, checks, accounts, tokens } = journey
  return (
    <Section
      title={journey.programName}
      text={`${journey.kind}, ${journey.programNo}, ${texts.programHistory.version(journey.version)}`}
      actions={
        <>
          {journey.test && <TestBadge />}
          <StatusBadge status={journey.status} />
          {journey.endedAt !== null && <Badge>{texts.people.ended}</Badge>}
          {journey.expiredAt !== null && <Badge>{texts.person.expired}</Badge>}
        </>
      }
    >
      <h3>{texts.person.timeLine}</h3>
      <ol className="time-line">
        {journal.map((move) => (
          <li key={`${move.attempt} ${move.at} ${move.to}`}>
            <span className="muted small">
              <Moment at={move.at} seconds />
            </span>
            <span>
              {move.to}
              {move.reason !== null && <code className="detail">{move.reason}</code>}
            </span>
            <span className="muted small">{texts.person.by(move.actor)}</span>
          </li>
        ))}
      </ol>
      <h3>{texts.person.checks}</h3>
      {checks.length === 0 ? (
        <p className="muted small">
          {/Passed$/.test(journey.status) ? texts.person.noSingleChecks : texts.person.noChecks}
        </p>
      ) : (
        <Table
          caption={texts.person.checks}
          rows={checks}
          keyOf={({ check, attempt, at }) => `${check} ${attempt} ${at}`}
          columns={[
            { name: texts.person.check, cell: ({ check }) => <code>{check}</code> },
            {
              name: texts.person.outcome,
              cell: ({ passed }) =>
                passed ? (
                  <Badge tone="passed" icon="check">
                    {texts.person.passed}
                  </Badge>
                ) : (
                  <Badge tone="failed" icon="close">
                    {texts.person.failed}
                  </Badge>
                ),
            },
            { name: texts.person.checker, cell: ({ checker }) => <code>{checker}</code> },
            { name: texts.audit.at, cell: ({ at }) => <Moment at={at} /> },
          ]}
        />
      )}
      <h3>{texts.person.accounts}</h3>
      {accounts.length === 0 ? (
        <p className="muted small">{texts.person.noAccounts}</p>
      ) : (
        <Table
          caption={texts.person.accounts}
          rows={accounts}
          keyOf={({ kind, chainId, agreedAt }) => `${kind} ${chainId} ${agreedAt}`}
          columns={[
            {
              name: texts.person.account,
              cell: ({ kind, address }) =>
                address === null ? (
                  texts.person.kinds[kind]
                ) : (
                  <Account
                    value={address}
                    what={texts.person.account}
                    {...(kind === 'wallet' && { place: { find: address } })}
                  />
                ),
            },
            { name: texts.person.agreed, cell: ({ agreedAt }) => <Moment at={agreedAt} /> },
            { name: texts.person.consented, cell: ({ consentedAt }) => <When at={consentedAt} /> },
            { name: texts.person.granted, cell: ({ grantedAt }) => <When at={grantedAt} /> },
            { name: texts.person.endedAt, cell: ({ endedAt }) => <When at={endedAt} /> },
          ]}
        />
      )}
      {tokens.length > 0 && (
        <>
          <h3>{texts.person.tokens}</h3>
          <Table
            caption={texts.person.tokens}
            rows={tokens}
            keyOf={({ chainId, tokenId }) => `${chainId} ${tokenId}`}
            columns={[
              { name: texts.person.chain, cell: ({ chain }) => chain },
              {
                name: texts.person.token,
                cell: ({ tokenId, explorer }) =>
                  explorer === null ? (
                    <span className="mono">{tokenId}</span>
                  ) : (
                    <a href={explorer} target="_blank" rel="noreferrer" className="mono">
                      {tokenId}
                    </a>
                  ),
              },
              { name: texts.person.minted, cell: ({ mintedAt }) => <Moment at={mintedAt} /> },
            ]}
          />
        </>
      )}
    </Section>
  )
}

function When({ at }: { at: string | null }) {
  return at === null ? <>–</> : <Moment at={at} />
}

function EndRelation(props: { svcId: string; onClose: () => void }) {
  const { person } = useTexts()
  return (
    <ChangeRelation {...props} path="/people/end" name={person.end} look="danger">
      <p>{person.endWhy}</p>
      <p className="muted small">{person.endKeeps}</p>
    </ChangeRelation>
  )
}

function LiftEnding(props: { svcId: string; onClose: () => void }) {
  const { person } = useTexts()
  return (
    <ChangeRelation {...props} path="/people/lift-ending" name={person.lift} look="primary">
      <p>{person.liftWhy}</p>
      <p className="muted small">{person.liftKeeps}</p>
    </ChangeRelation>
  )
}

/** Asks for confirmation of a change to the relationship with a person. */
function ChangeRelation({
  svcId,
  path,
  name,
  look,
  children,
  onClose,
}: {
  svcId: string
  path: string
  name: string
  look: 'danger' | 'primary'
  children: ReactNode
  onClose: () => void
}) {
  const texts = useTexts()
  const change = useChange<{ svcId: string }>(path)
  return (
    <Dialog title={name} onClose={onClose}>
      {children}
      <Refusal error={change.refusal} />
      <div className="form-actions">
        <Button
          look={look}
          running={change.running}
          onPress={() => void change.run({ svcId }).then((done) => done !== undefined && onClose())}
        >
          {name}
        </Button>
        <Button onPress={onClose}>{texts.common.cancel}</Button>
      </div>
    </Dialog>
  )
}
