import type { Members as MembersAnswer } from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

type Member = MembersAnswer['members'][number]
const roles = ['owner', 'developer', 'compliance', 'analyst', 'viewer'] as const

export function Members() {
  const texts = useTexts()
  const members = useLoad<MembersAnswer>('/members')
  const approve = useChange<{ memberNo: string }>('/members/approve')
  const [inviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Member>()
  return (
    <Section
      title={texts.members.title}
      text={texts.members.why}
      actions={
        <Button look="primary" icon="plus" onPress={() => setInviting(true)}>
          {texts.members.invite}
        </Button>
      }
    >
      <Refusal error={approve.refusal} />
      <WhenLoaded of={members}>
        {({ members }) =>
          members.length === 0 ? (
            <Empty title={texts.members.empty} text={texts.members.emptyWhy} />
          ) : (
            <Table
              caption={texts.members.title}
              rows={members}
              keyOf={({ memberNo }) => memberNo}
              columns={[
                { name: texts.members.email, cell: ({ email }) => email },
                { name: texts.members.role, cell: ({ role }) => texts.roles[role].name },
                {
                  name: texts.members.state,
                  cell: ({ accepted, reviewsFrom }) => {
                    if (!accepted) return <Badge tone="accent">{texts.members.invited}</Badge>
                    if (reviewsFrom === null) return texts.members.member
                    return (
                      <>
                        {texts.members.reviewsFrom} <Moment at={reviewsFrom} />
                      </>
                    )
                  },
                },
                { name: texts.members.since, cell: ({ since }) => <Moment at={since} /> },
                {
                  name: texts.common.actions,
                  cell: (member) => (
                    <>
                      {member.reviewsFrom !== null && (
                        <Button
                          look="quiet"
                          running={approve.running}
                          onPress={() => void approve.run({ memberNo: member.memberNo })}
                        >
                          {texts.members.approve}
                        </Button>
                      )}
                      <Button look="quiet" onPress={() => setLeaving(member)}>
                        {texts.members.remove}
                      </Button>
                    </>
                  ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
      {inviting && <Invite onClose={() => setInviting(false)} />}
      {leaving && <Remove member={leaving} onClose={() => setLeaving(undefined)} />}
    </Section>
  )
}

function Invite({ onClose }: { onClose: () => void }) {
  const texts = useTexts()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof roles)[number]>('developer')
  const add = useChange<{ email: string; role: string }>('/members')
  return (
    <Dialog title={texts.members.invite} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add.run({ email, role }).then((made) => made !== undefined && onClose())
        }}
      >
        <Field
          field="email e-mail"
          label={texts.members.email}
          type="email"
          value={email}
          onValue={setEmail}
          required
          autoComplete="off"
        />
        <Select
          field="role"
          label={texts.members.role}
          value={role}
          choices={roles.map((each) => ({ value: each, name: texts.roles[each].name }))}
          hint={texts.roles[role].may}
          onValue={(value) => setRole(value as (typeof roles)[number])}
        />
        <Refusal error={add.refusal} />
        <div className="form-actions">
          <Button look="primary" running={add.running}>
            {texts.members.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Remove({ member, onClose }: { member: Member; onClose: () => void }) {
  const texts = useTexts()
  const remove = useChange<{ memberNo: string }>('/members/remove')
  return (
    <Dialog title={texts.members.removeTitle(member.email)} onClose={onClose}>
      <p>{texts.members.removeWhy}</p>
      <Refusal error={remove.refusal} />
      <div className="form-actions">
        <Button
          look="danger"
          running={remove.running}
          onPress={() =>
            void remove.run({ memberNo: member.memberNo }).then((done) => done !== undefined && onClose())
          }
        >
          {texts.members.remove}
        </Button>
        <Button onPress={onClose}>{texts.common.cancel}</Button>
      </div>
    </Dialog>
  )
}
