import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { HomeView } from '#contract/home'
import { addressOf, NOUNS } from '#contract/nouns'
import { useResource } from '../../api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { firstActions } from './first-actions.ts'
import { HomeState, NextSection } from './home-lead.tsx'
import { ResultsSection } from './results-section.tsx'
import { RoundsSection } from './rounds-section.tsx'

/** The first page of who takes part in rounds: where it stands, what to do next, what it has, the rounds. */
export const TakingPartHome = ({
  home,
  none,
  children,
}: {
  home: HomeView
  none: string
  children: ReactNode
}) => {
  const { organisation } = home
  const own = useResource(NOUNS.organisation, organisation?.id).data
  const { actions, buttons } = firstActions(own?.actions ?? [], home.participations)
  return (
    <Page
      title={home.greeting}
      subject={own ?? null}
      subtitle={organisation && <Link to={addressOf('organisation', organisation)}>{organisation.name}</Link>}
      actions={own && <ActionBar actions={actions} first={buttons} primary={home.next.length === 0} />}
    >
      <div className="home">
        <HomeState home={home} />
        <NextSection home={home} none={none} />
        <ResultsSection results={home.results} />
        {children}
        <RoundsSection heading="Market rounds" rounds={home.rounds} />
      </div>
    </Page>
  )
}
