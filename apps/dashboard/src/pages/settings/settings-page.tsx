import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useSession } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { AuditLog } from './audit-log.tsx'
import { Members } from './members.tsx'
import { Merchant } from './merchant.tsx'
import { Passkeys } from './passkeys.tsx'
import { RiskPolicy } from './policy.tsx'
import { Sessions } from './sessions.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

export default function SettingsPage() {
  const texts = useTexts()
  const { allows, addressRisk, sso } = useSession()
  return (
    <Page title={texts.settings.title} lead={texts.settings.lead}>
      <Tabs
        name={texts.settings.title}
        tabs={[
          ...(allows('overview.read')
            ? [{ path: '/merchant', name: texts.merchant.title, content: <Merchant /> }]
            : []),
          ...(allows('members.change')
            ? [{ path: '/members', name: texts.settings.members, content: <Members /> }]
            : []),
          ...(addressRisk && allows('risk.read')
            ? [{ path: '/policy', name: texts.policy.title, content: <RiskPolicy /> }]
            : []),
          ...(allows('members.change')
            ? [{ path: '/sso', name: texts.settings.sso, content: <SingleSignOn /> }]
            : []),
          { path: '/passkeys', name: texts.settings.passkeys, content: <Passkeys ofMerchant={sso} /> },
          { path: '/sessions', name: texts.settings.sessions, content: <Sessions /> },
          ...(allows('audit.read')
            ? [{ path: '/audit', name: texts.settings.audit, content: <AuditLog /> }]
            : []),
        ]}
      />
    </Page>
  )
}
