import { useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import type { RoundView } from '#contract/round/round'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { showDay } from '@credit-market/values/dates'
import { useResource } from '../api/api.ts'
import { Page } from '../parts/page/page.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { StepClockLine } from '../parts/step-clock.tsx'
import { Steps, type Step } from '../parts/steps.tsx'
import { Tabs, type Tab } from '../parts/tabs.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { progressSteps } from '../parts/progress.ts'
import { BiddingTimes } from './round/bidding-times.tsx'
import { RoundGroups } from './round/groups-tab.tsx'
import { MatchPanel } from './round/match-panel.tsx'
import { RoundOverview } from './round/overview.tsx'
import { JOIN_LABEL } from './round/messages.ts'
import { RoundSummary } from './round/round-summary.tsx'
import { RoundQuestions } from './round/round-questions.tsx'
import { RoundReserve } from './round/reserve-tab.tsx'
import {
  RoundAgents,
  RoundDeclarations,
  RoundParticipants,
  RoundProjects,
  RoundRequirements,
} from './round/round-lists.tsx'
import { SubjectActivity, SubjectDocuments } from './shared/about.tsx'
import { NextActions, NextStepLinks } from './shared/next-here.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import { PageBoundary } from './shared/page-boundary.tsx'
import { WatchButton } from './shared/watch-button.tsx'
import { LazyMap } from './shared/map-door.tsx'
import './shared/pages.css'

/**
 * Steps of a round, done and ahead, with the dates on which they were last reached. A failed or rejected
 * match is marked at its step; after settlement all steps are done.
 */
const roundSteps = ({ status, history }: Pick<RoundView, 'status' | 'history'>): Step[] =>
  progressSteps('round', status).map(step => {
    const reached = step.state === 'ahead' ? undefined : history.findLast(entry => entry.status === step.id)
    return {
      ...step,
      state: status === 'Settled' ? 'done' : step.state,
      detail: reached && showDay(reached.at),
    }
  })

/**
 * Possible duplicates among the organisations of a round, which a match would price as separate parties; for
 * the market operator, before a match.
 */
const SeparatePlayers = ({ round }: { round: RoundView }) =>
  round.separatePlayers.length > 0 && (
    <Notice tone="warn">
      {round.separatePlayers.map(sentence => (
        <p key={sentence}>{sentence}.</p>
      ))}
    </Notice>
  )

/** Projects and requirements of a round on one map, as far as the reader may see them. */
const RoundMap = ({ round: { id, name } }: { round: RoundView }) => {
  const asked = { marketRoundId: id }
  return <LazyMap label={`${name} on a map`} projects={asked} requirements={asked} />
}

const tabsFor = (round: RoundView, seesAll: boolean): Tab[] => {
  const { counts } = round
  const all: (Tab | false)[] = [
    { id: 'overview', label: 'Overview', content: () => <RoundOverview round={round} seesAll={seesAll} /> },
    {
      id: 'questions',
      label: 'Questions',
      count: round.answers.length,
      content: () => <RoundQuestions round={round} seesAll={seesAll} />,
    },
    {
      id: 'participants',
      label: seesAll ? 'Participants' : 'Your participation',
      count: seesAll ? counts.participants : undefined,
      content: () => <RoundParticipants round={round} />,
    },
    {
      id: 'projects',
      label: seesAll ? 'Projects' : 'Your projects',
      count: counts.projects,
      content: () => <RoundProjects roundId={round.id} />,
    },
    {
      id: 'requirements',
      label: seesAll ? 'Requirements' : 'Your requirements',
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
      content: () => <SubjectDocuments kind="round" id={round.id} />,
    },
    { id: 'activity', label: 'Activity', content: () => <SubjectActivity kind="round" id={round.id} /> },
  ]
  return all.filter(tab => tab !== false)
}

/** The round as a participant sees it: the operator registers others, a participant joins. */
const forParticipant = (round: RoundView): RoundView => ({
  ...round,
  actions: round.actions.map(one =>
    one.id === ('RegisterAsParticipant' satisfies ActionName<'round'>) ? { ...one, label: JOIN_LABEL } : one,
  ),
})

// A match is accepted on the page on which it is reviewed.
const LOOKED_AT = 'AcceptMatch' satisfies ActionName<'round'>

/**
 * Page of a market round: its status, what to do next, its participants, projects and requirements, and its
 * match.
 */
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
                  { name: data.market.name, to: pageAddress('market', { id: data.market.id }) },
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
          actions={<NextActions of={seesAll ? data : forParticipant(data)} />}
        >
          {!seesAll && <RoundSummary round={data} />}
          <BiddingTimes round={data} />
          <Steps label="Steps of the round" steps={roundSteps(data)} />
          <StepClockLine clock={data.clock} owner="The participants" />
          {/* The panel links to the match. */}
          <NextStepLinks things={data.next.filter(({ action }) => action !== LOOKED_AT)} />
          <SeparatePlayers round={data} />
          <MatchPanel round={data} canReview={seesAll} />
          <Tabs label="Parts of the round" tabs={tabsFor(data, seesAll)} />
        </Page>
      )}
    </PageBoundary>
  )
}
