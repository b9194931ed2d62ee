import type { Stage } from '@touchstone/contract'
import { useEffect } from 'react'
import { loadHolder } from '../holder/load-holder.ts'
import { Action } from '../parts/action.tsx'
import type { IconName } from '../parts/icon.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Rows } from '../parts/rows.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

const icons: Partial<Record<Stage, IconName>> = {
  login: 'mail',
  document: 'document',
  liveness: 'face',
  location: 'pin',
  address: 'home',
  investor: 'bank',
  screening: 'shield',
  proof: 'key',
  mint: 'check',
  consent: 'link',
}
/** Stages that ask nothing of the person. */
const silent: ReadonlySet<Stage> = new Set(['authorize', 'proof', 'mint'])

export function AuthorizeScreen({ step }: { step: StepOf<'authorize'> }) {
  const { frame, view, texts } = useFrame()
  const { authorize } = texts
  useEffect(() => {
    void loadHolder().catch(() => {})
  }, [])

  const agree = () =>
    void frame.work('authorize', async () => {
      const accounts = await frame.ask('getUserAccounts', undefined, agree)
      if (accounts === undefined) return
      const { openHolderStore } = await loadHolder()
      const wallet = await (await openHolderStore()).open()
      // Before the call: a page that is left while it runs must not hand the session on to the next person.
      frame.noteAccount(accounts[0])
      const answer = await frame.post('/authorize', {
        accounts,
        ssiWallet: wallet.address,
        commitment: wallet.commitment,
      })
      frame.show(answer.view)
    })

  const kind = view?.program.kind ?? 'KYC'
  const signIn = step.loginMode === 'email' ? authorize.loginEmail : authorize.loginWallet
  const asks = step.asks.filter((stage) => !silent.has(stage))
  return (
    <Screen
      title={authorize.title(view?.merchant.name ?? '')}
      why={authorize.why[kind]}
      actions={<Action name="authorize" label={authorize.confirm} onPress={agree} />}
    >
      <Rows
        title={authorize.asksTitle}
        rows={[
          ...asks.map((stage) => ({
            key: stage,
            icon:
              stage === 'login' && step.loginMode === 'wallet'
                ? ('wallet' as const)
                : (icons[stage] ?? 'check'),
            text: stage === 'login' ? signIn : authorize.asks[stage],
          })),
          ...(step.checkAddress
            ? [{ key: 'checkAddress', icon: 'wallet' as const, text: authorize.checkAddress }]
            : []),
        ]}
      />
      {step.keeps.length > 0 && (
        <section className="block">
          <h2 className="label">{authorize.keepsTitle}</h2>
          <ul className="pairs">
            {step.keeps.map(({ what, days }) => (
              <li key={what} className="pair">
                <span>{authorize.keeps[what]}</span>
                <span className="muted">{authorize.days(days)}</span>
              </li>
            ))}
          </ul>
          <p className="muted small">{authorize.forget}</p>
        </section>
      )}
      <RefusalNotice />
    </Screen>
  )
}
