import type { AssignTransfer, TransferCase } from '@touchstone/contract'
import { Link } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { AddToCase } from '../../parts/add-to-case.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { Badge } from '../../parts/badge.tsx'
import { explorerLink } from '../../parts/explorer-link.ts'
import { Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { MissingChoices, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, DecisionBadge } from '../../parts/transfer-cells.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { Basis, type Decision } from './basis.tsx'
import { Decide } from './decide.tsx'
import { useMemberName, useMembers } from './use-members.ts'

/** Shows a transfer with everything that happened to it, and lets members decide on it. */
export function TransferView({ id }: { id: number }) {
  const texts = useTexts()
  const { allows } = useSession()
  const shown = useLoad<TransferCase>('/transfers/show', { id }, { ofOne: true })
  const { data } = shown
  return (
    <Page
      title={
        data === undefined
          ? texts.customerTransfers.transfer
          : texts.customerTransfers.one(data.transfer.reference)
      }
      lead={texts.customerTransfers.oneLead}
      back={<BackLink href="/held" text={texts.customerTransfers.title} />}
    >
      <WhenLoaded of={shown} rows={10}>
        {(of) => {
          const ofRules = of.decisions.findLast(({ by }) => by === 'rules')
          return (
            <>
              <Summary of={of} />
              {ofRules && (
                <Section
                  title={texts.customerTransfers.basis}
                  text={texts.customerTransfers.basisWhy}
                  actions={<Further of={of} />}
                >
                  <Basis of={ofRules} dependencies={of.dependencies} />
                </Section>
              )}
              {of.remarks.length > 0 && <Remarks of={of} />}
              {allows('transfers.decide') && <Decide of={of} />}
              <History of={of} />
            </>
          )
        }}
      </WhenLoaded>
    </Page>
  )
}

/** Leads to the report on the counterparty and to the explorer, and adds the transfer to a case. */
function Further({ of: { id, transfer } }: { of: TransferCase }) {
  const texts = useTexts()
  const { allows, addressRisk } = useSession()
  const { coin, address } = transfer
  return (
    <>
      {addressRisk && allows('risk.read') && (
        <>
          <Link className="button" href={explorerLink({ coin, address, transfer: String(id) })}>
            {texts.customerTransfers.explore}
          </Link>
          <Link className="button" href={`~/dashboard/risk#${new URLSearchParams({ coin, address })}`}>
            {texts.customerTransfers.report}
          </Link>
        </>
      )}
      <AddToCase references={[{ kind: 'transfer', ref: String(id) }]} />
    </>
  )
}

function Summary({ of }: { of: TransferCase }) {
  const texts = useTexts().customerTransfers
  const { allows } = useSession()
  const nameOf = useMemberName()
  const { id, customerId, transfer, assignedTo } = of
  return (
    <Section title={texts.transfer} actions={<DecisionBadge decision={transfer.decision} />}>
      <dl className="facts">
        <div>
          <dt className="label">{texts.customer}</dt>
          <dd>
            <Link href={`~/dashboard/customers/show/${customerId}`}>{transfer.customer}</Link>
          </dd>
        </div>
        <div>
          <dt className="label">{texts.amount}</dt>
          <dd>
            <span>
              <Amount transfer={transfer} />
            </span>
            {transfer.attempt && <Badge>{texts.attempt}</Badge>}
          </dd>
        </div>
        <div>
          <dt className="label">{texts.at}</dt>
          <dd>
            <Moment at={transfer.time * 1000} />
          </dd>
        </div>
        <div>
          <dt className="label">{texts.counterparty}</dt>
          <dd>
            <Account
              value={transfer.address}
              what={texts.counterparty}
              place={{ coin: transfer.coin, address: transfer.address, transfer: String(id) }}
            />
          </dd>
        </div>
        <div>
          <dt className="label">{texts.transaction}</dt>
          <dd>
            {transfer.txid === '' ? (
              '–'
            ) : (
              <Account
                value={transfer.txid}
                what={texts.transaction}
                place={{ coin: transfer.coin, txid: transfer.txid }}
              />
            )}
          </dd>
        </div>
        <div>
          <dt className="label">{texts.number}</dt>
          <dd>{id}</dd>
        </div>
        {!allows('transfers.decide') && (
          <div>
            <dt className="label">{texts.assigned}</dt>
            <dd>{nameOf(assignedTo)}</dd>
          </div>
        )}
      </dl>
      {allows('transfers.decide') && <Assign of={of} />}
    </Section>
  )
}

function Assign({ of: { id, assignedTo } }: { of: TransferCase }) {
  const texts = useTexts().customerTransfers
  const { email } = useSession()
  const members = useMembers()
  const nameOf = useMemberName()
  const assign = useChange<AssignTransfer>('/transfers/assign')
  const known = members.data?.members ?? []
  const you = members.data?.you ?? ''
  const others = [you, assignedTo]
    .filter((one) => one !== '' && !known.some(({ memberNo }) => memberNo === one))
    .map((memberNo) => ({ memberNo, email: memberNo === you ? email : nameOf(memberNo) }))
  const choices = [...known, ...others].map((member) => ({ value: member.memberNo, name: member.email }))
  return (
    <div className="filters assign">
      <Select
        field="member"
        label={texts.assigned}
        value={assignedTo}
        choices={[
          { value: '', name: texts.nobody },
          ...new Map(choices.map((choice) => [choice.value, choice])).values(),
        ]}
        onValue={(member) => void assign.run({ id, member: member === '' ? null : member })}
      />
      <MissingChoices of={members} />
      <Refusal error={assign.refusal} />
    </div>
  )
}

function Remarks({ of: { remarks } }: { of: TransferCase }) {
  const texts = useTexts().customerTransfers
  const nameOf = useMemberName()
  return (
    <Section title={texts.notes} text={texts.notesWhy}>
      <Table
        caption={texts.notes}
        rows={remarks.map((remark, index) => ({ ...remark, index }))}
        keyOf={({ index }) => index}
        columns={[
          { name: texts.at, cell: ({ at }) => <Moment at={at} /> },
          { name: texts.who, cell: ({ by }) => <span className="member-email">{nameOf(by)}</span> },
          {
            name: texts.decision,
            cell: ({ decision, ended }) =>
              decision === null ? (
                '–'
              ) : (
                <>
                  <DecisionBadge decision={decision} action />
                  <span className="detail muted small">
                    {ended === null ? texts.waitsForSecond : texts.ended[ended]}
                  </span>
                </>
              ),
          },
          { name: texts.note, cell: ({ note }) => note },
        ]}
      />
    </Section>
  )
}

function History({ of: { decisions } }: { of: TransferCase }) {
  const texts = useTexts().customerTransfers
  const nameOf = useMemberName()
  // Two members who agreed are stored as one text.
  const whoDecided = ({ by, member }: Decision) =>
    by === 'rules'
      ? texts.by.rules
      : member === ''
        ? texts.by.member
        : member.split(', ').map(nameOf).join(', ')
  const rows = decisions.map((made, index) => ({ made, index })).toReversed()
  return (
    <Section title={texts.history} text={texts.historyWhy}>
      <Table
        caption={texts.history}
        rows={rows}
        keyOf={({ index }) => index}
        columns={[
          { name: texts.at, cell: ({ made }) => <Moment at={made.at * 1000} seconds /> },
          { name: texts.decision, cell: ({ made }) => <DecisionBadge decision={made.decision} /> },
          { name: texts.who, cell: ({ made }) => <span className="member-email">{whoDecided(made)}</span> },
          {
            name: texts.basedOn,
            cell: ({ made }) => (
              <>
                {made.note !== '' && <p>{made.note}</p>}
                {made.by === 'rules' && (
                  <details className="behind">
                    <summary>
                      {made.rules
                        .filter(({ decided }) => decided)
                        .map(({ name }) => name)
                        .join(', ') || texts.noRule}
                    </summary>
                    <Basis of={made} />
                  </details>
                )}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}
