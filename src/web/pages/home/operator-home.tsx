import type { HomeView } from '#contract/home'
import { Page } from '../../parts/page.tsx'
import { NextSection } from './next-section.tsx'
import { RoundsSection } from './rounds-section.tsx'

/** The market operator's first page: what waits, and the rounds. */
export const OperatorHome = ({ home }: { home: HomeView }) => (
  <Page title={home.greeting}>
    <div className="operator-home">
      <NextSection things={home.next} none="Nothing waits for you." />
      <RoundsSection heading="Market rounds" rounds={home.rounds} />
    </div>
  </Page>
)
