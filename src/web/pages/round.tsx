import { useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import type { RoundView } from '#contract/round'
import { useResource } from '../api.ts'
import { Page } from '../parts/page.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { StepClockLine } from '../parts/step-clock.tsx'
import { Steps } from '../parts/steps.tsx'
import { Tabs, type Tab } from '../parts/tabs.tsx'
import { BiddingTimes } from './round/bidding-times.tsx'
import { RoundGroups } from './round/groups-tab.tsx'
import { SeparatePlayers } from './round/separate-players.tsx'
import { MatchPanel } from './round/match-panel.tsx'
import { RoundOverview } from './round/overview.tsx'
import { RoundReserve } from './round/reserve-tab.tsx'
import { RoundMap } from './round/round-map.tsx'
import {
  RoundAgents,
  RoundDeclarations,
  RoundParticipants,
  RoundProjects,
  RoundRequirements,
} from './round/round-lists.tsx'
import { roundSteps } from './round/round-steps.ts'
import { ActivityOf, DocumentsOf } from './shared/about.tsx'
import { addressOf, NOUNS } from '#contract/nouns'
import { NextActions, NextHere } from './shared/next-here.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import { PageBoundary } from './shared/page-boundary.tsx'
import { WatchButton } from './shared/watch-button.tsx'
import './shared/pages.css'

const tabsFor = (round: RoundView, seesAll: boolean): Tab[] => {
  const { counts } = round
  const all: (Tab | false)[] = [
    { id: 'overview', label: 'Overview', content: () => <RoundOverview round={round} seesAll={seesAll} /> },
    {
      id: 'participants',
      label: seesAll ? 'Participants' : 'Taking part',
      count: seesAll ? counts.participants : undefined,
      content: () => <RoundParticipants round={round} />,
    },
    {
      id: 'projects',
      label: seesAll ? 'Projects' : 'Own projects',
      count: counts.projects,
      content: () => <RoundProjects roundId={round.id} />,
    },
    {
      id: 'requirements',
      label: seesAll ? 'Requirements' : 'Own requirements',
      count: counts.requirements,
      content: () => <RoundRequirements roundId={round.id} />,
    },
    { id: 'map', label: 'Map', content: () => <RoundMap round={round} /> },
    seesAll && {
      id: 'agents',
      label: 'Agents',
      content: () => <RoundAgents roundId={round.id} />,
    },
    { id: 'groups', label: 'Groups', content: () => <RoundGroups roundId={round.id} /> },
    { id: 'declarations', label: 'Declarations', content: () => <RoundDeclarations round={round} /> },
    { id: 'reserve', label: 'Reserve', content: () => <RoundReserve round={round} /> },
    seesAll && {
      id: 'documents',
      label: 'Documents',
      content: () => <DocumentsOf kind="round" id={round.id} />,
    },
    { id: 'activity', label: 'Activity', content: () => <ActivityOf kind="round" id={round.id} /> },
  ]
  return all.filter(tab => tab !== false)
}

// A match is accepted on the page on which it is looked at.
const LOOKED_AT = 'AcceptMatch' satisfies ActionName<'round'>

/** A market round: where it stands, what to do next, who and what is in it, and its match. */
export const RoundPage = () => {
  const { roundId } = useParams()
  const seesAll = useIsOperator()
  return (
    <PageBoundary query={useResource(NOUNS.round, roundId)} title="Market round">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[
            ...(seesAll
              ? [
                  { name: 'Markets', to: '/markets' },
                  { name: data.market.name, to: addressOf('market', { id: data.market.id }) },
                ]
              : [{ name: 'Home', to: '/' }]),
            { name: seesAll ? data.name : `${data.market.name}, ${data.name}` },
          ]}
          subtitle={
            <>
              <span>{data.market.name}</span>
              <StatusBadge kind="round" status={data.status} />
              <WatchButton kind="round" id={data.id} />
            </>
          }
          actions={<NextActions of={data} />}
        >
          <BiddingTimes round={data} />
          <Steps label="Steps of the round" steps={roundSteps(data)} />
          <StepClockLine clock={data.clock} owner="Those who take part" />
          {/* To its match the panel leads. */}
          <NextHere things={data.next.filter(({ action }) => action !== LOOKED_AT)} />
          <SeparatePlayers round={data} />
          <MatchPanel round={data} canReview={seesAll} />
          <Tabs label="Parts of the round" tabs={tabsFor(data, seesAll)} />
        </Page>
      )}
    </PageBoundary>
  )
}
