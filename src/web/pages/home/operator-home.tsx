import type { HomeView } from '#contract/desk/home'
import { Page } from '../../parts/page/page.tsx'
import { GetStartedSection } from './begin-section.tsx'
import { HomeSummary, NextStepsSection } from './home-lead.tsx'
import { RoundsSection } from './rounds-section.tsx'
import { NOTHING_TO_DO_TEXT } from './messages.ts'

/**
 * Home page of the market operator: the state of the market, what is waiting, and the rounds. In a new market
 * it shows the steps that set it up.
 */
export const OperatorHome = ({ home }: { home: HomeView }) => (
  <Page title={home.greeting}>
    <div className="home">
      <HomeSummary home={home} />
      {home.begin.length > 0 && <GetStartedSection steps={home.begin} />}
      {(home.begin.length === 0 || home.next.length + home.rounds.length > 0) && (
        <div className="operator-home">
          <NextStepsSection home={home} none={NOTHING_TO_DO_TEXT} />
          <RoundsSection heading="Market rounds" rounds={home.rounds} />
        </div>
      )}
    </div>
  </Page>
)
