import type { MemberSession } from '@touchstone/contract'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/create-api.ts'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useLanguage } from '../../texts/texts.ts'

type Invitation = MemberSession['invitations'][number]

/**
 * Asks the signed-in member to accept or decline each invitation. Nobody becomes a member of a merchant without
 * agreeing to it.
 */
export function InvitationsPage({
  api,
  invitations,
  answered,
}: {
  api: Api
  invitations: readonly Invitation[]
  answered: () => void
}) {
  const { texts } = useLanguage()
  const [running, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const answer = async (id: number, accept: boolean) => {
    setRunning(true)
    setRefusal(undefined)
    try {
      await api.post('/invitations', { id, accept })
      answered()
    } catch (error) {
      setRefusal(error as ApiError)
    } finally {
      setRunning(false)
    }
  }
  return (
    <main className="alone">
      <div className="card sign-in">
        <p className="brand">{texts.common.product}</p>
        <h1>{texts.invitations.title}</h1>
        <p className="muted">{texts.invitations.why}</p>
        <Refusal error={refusal} />
        {invitations.map(({ id, merchant, role }) => (
          <section key={id} aria-label={merchant?.name ?? texts.roles.operator.name}>
            <h2>{merchant?.name ?? texts.roles.operator.name}</h2>
            {merchant && <p className="label">{texts.roles[role].name}</p>}
            <p>{texts.roles[role].may}</p>
            <div className="form-actions">
              <Button look="primary" running={running} onPress={() => void answer(id, true)}>
                {texts.invitations.accept}
              </Button>
              <Button running={running} onPress={() => void answer(id, false)}>
                {texts.invitations.decline}
              </Button>
            </div>
          </section>
        ))}
      </div>
    </main>
  )
}
