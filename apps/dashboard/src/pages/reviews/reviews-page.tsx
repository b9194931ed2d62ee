import { Route, Switch } from 'wouter'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Lists } from './lists.tsx'
import { ReviewList } from './review-list.tsx'
import { ReviewView } from './review-view.tsx'
import { ScreenByHand } from './screen-by-hand.tsx'

export default function ReviewsPage() {
  const texts = useTexts()
  return (
    <Switch>
      <Route path="/show/:id">{({ id }) => <ReviewView id={Number(id)} />}</Route>
      <Route>
        <Page title={texts.reviews.title} lead={texts.reviews.lead}>
          <Tabs
            name={texts.reviews.title}
            tabs={[
              { path: '/open', name: texts.reviews.open, content: <ReviewList decided="no" /> },
              { path: '/decided', name: texts.reviews.decided, content: <ReviewList decided="yes" /> },
              { path: '/screening', name: texts.reviews.screening, content: <ScreenByHand /> },
              { path: '/lists', name: texts.reviews.lists, content: <Lists /> },
            ]}
          />
        </Page>
      </Route>
    </Switch>
  )
}
