import { findChain, type Stage } from '@touchstone/contract'
import { useEffect } from 'react'
import { loadHolder } from '../holder/load-holder.ts'
import type { HostLink } from '../link/create-host-link.ts'
import { Account } from '../parts/account.tsx'
import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Rows, seenIcons, stageIcons } from '../parts/rows.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { useWhenIdle } from '../state/use-when-idle.ts'
import { reasonText } from '../texts/sentence-of.ts'
import type { Texts } from '../texts/texts.ts'
import type { StepOf } from './step-of.ts'

/** Stages omitted from the list, because they require no action from the person. */
const silent: ReadonlySet<Stage> = new Set(['authorize', 'proof', 'mint'])

export function AuthorizeScreen({ step }: { step: StepOf<'authorize'> }) {
  const { frame, view, texts } = useFrame()
  const { authorize } = texts
  const { account } = step
  useEffect(() => {
    void loadHolder().catch(() => {})
  }, [])

  const name = () => void frame.work('accounts', () => frame.nameAccounts(name))
  useWhenIdle(account?.value ?? '', () => {
    if (account === undefined) name()
  })

  const agree = () =>
    void frame.work('authorize', async () => {
      const { nameDevice, openHolderStore } = await loadHolder()
      const wallet = await (await openHolderStore()).open()
      const device = await nameDevice(wallet, view?.deviceChallenge ?? '')
      const answer = await frame.post('/authorize', { account: account?.value ?? '', ...device })
      frame.show(answer.view)
    })

  const kind = view?.program.kind ?? 'KYC'
  const signIn = step.loginMode === 'email' ? authorize.loginEmail : authorize.loginWallet
  const asks = step.again ? [] : step.asks.filter((stage) => !silent.has(stage))
  const rows = [
    ...asks.map((stage) => ({
      key: stage,
      icon:
        stage === 'login' && step.loginMode === 'wallet'
          ? ('wallet' as const)
          : (stageIcons[stage] ?? 'check'),
      text: stage === 'login' ? signIn : authorize.asks[stage],
    })),
    ...(step.checkAddress
      ? [{ key: 'checkAddress', icon: 'wallet' as const, text: authorize.checkAddress }]
      : []),
  ]
  const obstacle = obstacleOf(texts, step, frame.link, view?.chainId ?? '')
  // Reports each missing function to the site, whose developers do not see this screen.
  const missing = missingMethods(step, frame.link).join(' ')
  useEffect(() => {
    for (const method of missing.split(' ').filter(Boolean))
      frame.link.problem(`provider.${method}`, texts.authorize.pageLacks(method))
  }, [missing, frame, texts])
  return (
    <Screen
      title={step.again ? authorize.againTitle : authorize.title(view?.merchant.name ?? '')}
      why={step.again ? authorize.again : authorize.why[kind]}
      actions={
        obstacle !== undefined ? (
          <Action name="accounts" label={texts.common.tryAgain} onPress={name} />
        ) : (
          account !== undefined && <Action name="authorize" label={authorize.confirm} onPress={agree} />
        )
      }
    >
      <Facts
        facts={[
          [
            authorize.account,
            account === undefined ? (
              <span key="account" className="muted">
                {authorize.askingAccount}
              </span>
            ) : (
              <span key="account" className="account-on">
                <Account value={account.value} />
                {account.network !== undefined && (
                  <span className="muted small">{authorize.onNetwork(account.network)}</span>
                )}
              </span>
            ),
          ],
        ]}
      />
      {obstacle !== undefined && (
        <p className="notice notice-failed" role="alert">
          <Icon name="alert" />
          <span>{obstacle}</span>
        </p>
      )}
      <Rows
        title={authorize.seesTitle(view?.merchant.name ?? '')}
        rows={step.sees.map((what) => ({ key: what, icon: seenIcons[what], text: authorize.sees[what] }))}
      />
      {rows.length > 0 && <Rows title={authorize.asksTitle} rows={rows} />}
      {step.keeps.length > 0 && !step.again && (
        <section className="block">
          <h2 className="label">{authorize.keepsTitle}</h2>
          <ul className="pairs">
            {step.keeps.map(({ what, days }) => (
              <li key={what} className="pair">
                <span>{authorize.keeps[what]}</span>
                <span className="muted">{keptFor(authorize, days)}</span>
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

/**
 * Returns the reason why verification is impossible with this site or account. The reason is shown before the
 * person enters anything.
 */
function obstacleOf(
  texts: Texts,
  { needs, problem }: StepOf<'authorize'>,
  link: Pick<HostLink, 'can' | 'signsFor'>,
  chainId: string,
): string | undefined {
  const missing = missingMethods({ needs }, link)
  if (missing.length > 0) return texts.authorize.pageLacks(missing.join(', '))
  const chain = findChain(chainId)
  if (chain && needs.includes('signMessage') && !link.signsFor(chain.family))
    return texts.authorize.clientCantSign(chain.name)
  return problem && reasonText(texts, `account.${problem}`)
}

/** Returns the provider functions that the program requires and the page does not have. */
function missingMethods({ needs }: Pick<StepOf<'authorize'>, 'needs'>, link: Pick<HostLink, 'can'>) {
  return needs.filter((method) => !link.can(method))
}

/** Formats whole years as years, because large numbers of days are hard to read. */
function keptFor(words: Texts['authorize'], days: number): string {
  if (days === 0) return words.deleted
  return days % 365 === 0 ? words.years(days / 365) : words.days(days)
}
