import { Route, Switch } from 'wouter'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { TransferList } from './transfer-list.tsx'
import { TransferView } from './transfer-view.tsx'

export default function TransfersPage() {
  const texts = useTexts()
  return (
    <Switch>
      <Route path="/show/:id">{({ id }) => <TransferView key={id} id={Number(id)} />}</Route>
      <Route>
        <Page title={texts.customerTransfers.title} lead={texts.customerTransfers.lead}>
          <Tabs
            name={texts.customerTransfers.title}
            tabs={[
              {
                path: '/held',
                name: texts.customerTransfers.held,
                content: <TransferList key="held" of="held" />,
              },
              {
                path: '/mine',
                name: texts.customerTransfers.mine,
                content: <TransferList key="mine" of="mine" />,
              },
              {
                path: '/all',
                name: texts.customerTransfers.all,
                content: <TransferList key="all" of="all" />,
              },
            ]}
          />
        </Page>
      </Route>
    </Switch>
  )
}
