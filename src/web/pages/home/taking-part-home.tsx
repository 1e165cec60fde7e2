import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ActionName } from '#actions/index'
import type { HomeView } from '#contract/home'
import { addressOf, NOUNS } from '#contract/nouns'
import type { AvailableAction } from '#contract/resource'
import { useResource } from '../../api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { HomeState, NextSection } from './home-lead.tsx'
import { ResultsSection } from './results-section.tsx'
import { RoundsSection } from './rounds-section.tsx'

/** What people come for, before what keeps an organisation in order. */
const FIRST: readonly string[] = [
  'RegisterNewProject',
  'RegisterNewCreditRequirement',
  'RegisterAsParticipant',
  'AddParticipantClient',
] satisfies ActionName<'organisation'>[]

const forWhom = (action: AvailableAction, capacities: readonly string[]): boolean =>
  capacities.length === 0 ||
  (action.id === 'RegisterNewProject'
    ? capacities.includes('Supplier')
    : action.id !== 'RegisterNewCreditRequirement' || capacities.some(one => one !== 'Supplier'))

const rankOf = (action: AvailableAction, capacities: readonly string[]): number => {
  const at = FIRST.indexOf(action.id)
  return at < 0 || !forWhom(action, capacities) ? FIRST.length : at
}

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
  const capacities = home.participations.map(row => row.capacity)
  const actions = (own?.actions ?? []).toSorted((a, b) => rankOf(a, capacities) - rankOf(b, capacities))
  const toPress = actions.filter(
    action => action.missing === undefined && rankOf(action, capacities) < FIRST.length,
  )
  return (
    <Page
      title={home.greeting}
      subject={own ?? null}
      subtitle={organisation && <Link to={addressOf('organisation', organisation)}>{organisation.name}</Link>}
      actions={
        own && (
          <ActionBar actions={actions} first={Math.min(toPress.length, 2)} primary={home.next.length === 0} />
        )
      }
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
