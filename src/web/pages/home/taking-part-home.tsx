import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { HomeView } from '#contract/desk/home'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { useResource } from '../../api/api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Page } from '../../parts/page/page.tsx'
import { prioritiseActions } from './first-actions.ts'
import { HomeSummary, NextStepsSection } from './home-lead.tsx'
import { ResultsSection } from './results-section.tsx'
import { RoundsSection } from './rounds-section.tsx'

/**
 * Home page of an organisation that takes part in rounds: its state, what to do next, its records, the
 * rounds.
 */
export const ParticipationHome = ({
  home,
  none,
  lead,
  children,
  folded,
}: {
  home: HomeView
  none: string
  /** Comes before the results. */
  lead?: ReactNode
  children: ReactNode
  /** Folded sections, which come last. */
  folded?: ReactNode
}) => {
  const { organisation } = home
  const own = useResource(NOUNS.organisation, organisation?.id).data
  const { actions, buttons } = prioritiseActions(own?.actions ?? [], home.participations)
  return (
    <Page
      title={home.greeting}
      subject={own ?? null}
      subtitle={
        organisation && <Link to={pageAddress('organisation', organisation)}>{organisation.name}</Link>
      }
      actions={own && <ActionBar actions={actions} first={buttons} primary={home.next.length === 0} />}
    >
      <div className="home">
        <HomeSummary home={home} />
        <NextStepsSection home={home} none={none} />
        {lead}
        <ResultsSection results={home.results} />
        {children}
        <RoundsSection heading="Market rounds" rounds={home.rounds} />
        {folded}
      </div>
    </Page>
  )
}
