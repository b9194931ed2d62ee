import { Account } from '../parts/account.tsx'
import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Rows, seenIcons } from '../parts/rows.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function ConsentScreen({ step }: { step: StepOf<'consent'> }) {
  const { frame, view, texts } = useFrame()
  const { consent } = texts
  const { bound } = step
  const names: Record<string, string> = consent.shares
  const nameOf = (check: string) => {
    if (check === 'age' && step.minimumAge !== undefined) return consent.ageOver(step.minimumAge)
    return names[check] ?? check
  }
  const merchant = view?.merchant.name ?? ''
  // The word joiners prevent a line break in the shortened login.
  const login = (view?.login ?? '').replace('…', '\u2060…\u2060')
  const canMove = bound !== undefined && bound.movableAt !== null && bound.movableAt <= Date.now()

  const agree = () =>
    void frame.work('consent', async () => {
      // The hosting page may have switched to another account since the person agreed, so ask for the current
      // account first.
      const now = await frame.reportAccounts()
      if (now !== undefined && now.step.name !== 'consent') return frame.show(now)
      const answer = await frame.post('/consent', {
        granted: true,
        account: step.account,
        ...(bound && { moves: true }),
      })
      frame.show(answer.view)
    })
  const later = async () => {
    const answer = await frame.act('later', '/consent', { granted: false })
    if (answer !== undefined) frame.link.close()
  }

  const why = step.reused || step.further ? consent.reused + consent.why : consent.why
  return (
    <Screen
      title={step.further ? consent.furtherTitle : consent.title(merchant)}
      why={why}
      actions={
        <>
          {(bound === undefined || canMove) && (
            <Action name="consent" label={bound ? consent.move : consent.agree} onPress={agree} />
          )}
          <Action kind="text" name="later" label={consent.notNow} onPress={() => void later()} />
        </>
      }
    >
      <Facts
        facts={[
          [
            consent.account,
            <span key="account" className="account-on">
              <Account value={step.account} />
              {step.network !== undefined && (
                <span className="muted small">{texts.authorize.onNetwork(step.network)}</span>
              )}
            </span>,
          ],
          ...(bound
            ? [
                [
                  consent.boundTo,
                  <span key="bound" className="mono">
                    {bound.account}
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      {bound && (
        <p className="notice">
          <Icon name="alert" />
          <span>
            {canMove ? (
              consent.movable(bound.account)
            ) : bound.movableAt === null ? (
              consent.boundOnChain(bound.account)
            ) : (
              <BoundUntil at={bound.movableAt} />
            )}
          </span>
        </p>
      )}
      <Rows
        title={consent.seesTitle}
        rows={step.sees.map((what) => ({
          key: what,
          icon: seenIcons[what],
          text: what === 'status' ? consent.sees.status : consent.sees[what](login),
        }))}
      />
      <Rows
        title={consent.sharesTitle}
        rows={[
          { key: 'passed', icon: 'check' as const, text: consent.passed },
          ...step.shares.map(({ check, passed }) => ({
            key: check,
            icon: 'check' as const,
            text: passed === undefined ? nameOf(check) : consent.result(nameOf(check), passed),
          })),
        ]}
      />
      <p className="muted small">{consent.withdrawable}</p>
      <RefusalNotice />
    </Screen>
  )
}

function BoundUntil({ at }: { at: number }) {
  const { texts } = useFrame()
  const [before, after] = texts.consent.boundUntil('\n').split('\n')
  return (
    <>
      {before}
      <Moment at={at} language={texts.language} />
      {after}
    </>
  )
}
