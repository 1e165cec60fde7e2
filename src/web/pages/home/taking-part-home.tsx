import type { ReactNode } from 'react'
import type { HomeView } from '#contract/home'
import { NOUNS } from '#contract/nouns'
import { useResource } from '../../api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { nextFirst } from '../shared/next-first.ts'
import { NextSection } from './next-section.tsx'
import { ResultsSection } from './results-section.tsx'
import { RoundsSection } from './rounds-section.tsx'

/** The first page of who takes part in rounds: what the organisation may do, what to do next, what it has, the rounds. */
export const TakingPartHome = ({
  home,
  none,
  children,
}: {
  home: HomeView
  none: string
  children: ReactNode
}) => {
  const organisation = useResource(NOUNS.organisation, home.organisation?.id).data
  return (
    <Page
      title={home.greeting}
      subject={organisation ?? null}
      subtitle={home.organisation && <span>{home.organisation.name}</span>}
      actions={
        organisation && <ActionBar actions={nextFirst(organisation.actions, home.next)} primary={false} />
      }
    >
      <div className="home">
        <ResultsSection results={home.results} />
        <NextSection things={home.next} none={none} />
        {children}
        <RoundsSection heading="Market rounds" rounds={home.rounds} />
      </div>
    </Page>
  )
}
