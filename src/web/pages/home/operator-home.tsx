import type { HomeView } from '#contract/home'
import { Page } from '../../parts/page.tsx'
import { BeginSection } from './begin-section.tsx'
import { HomeState, NextSection } from './home-lead.tsx'
import { RoundsSection } from './rounds-section.tsx'

/** The market operator's first page: where things stand, what waits, and the rounds; of a new market, how to begin. */
export const OperatorHome = ({ home }: { home: HomeView }) => (
  <Page title={home.greeting}>
    <div className="home">
      <HomeState home={home} />
      {home.begin.length > 0 && <BeginSection steps={home.begin} />}
      {(home.begin.length === 0 || home.next.length + home.rounds.length > 0) && (
        <div className="operator-home">
          <NextSection home={home} none="Nothing waits for you." />
          <RoundsSection heading="Market rounds" rounds={home.rounds} />
        </div>
      )}
    </div>
  </Page>
)
