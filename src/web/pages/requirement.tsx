import { useParams } from 'react-router'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { NOUNS } from '#contract/nouns/nouns'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { RequirementView } from '#contract/requirement/requirement'
import { useResource } from '../api/api.ts'
import type { DateSelection } from '../charts/day-chooser.tsx'
import { recordCountText } from '../parts/messages.ts'
import { figuresDateText } from '../parts/texts.ts'
import { Page } from '../parts/page/page.tsx'
import { FoldedSection, Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { StepClockLine } from '../parts/step-clock.tsx'
import { Steps } from '../parts/steps.tsx'
import { Warnings } from '../parts/warnings.tsx'
import { AboutTabs } from './item/about-tabs.tsx'
import { BidFacts } from './item/bid.tsx'
import { DepositFacts } from './item/deposit.tsx'
import { cardFacts } from './lists/column-cards.tsx'
import { CertificateList } from './shared/certificate-list.tsx'
import { Workbooks } from './shared/workbooks.tsx'
import { CreditList } from './item/credit-list.tsx'
import { GroupLine } from './item/group-line.tsx'
import { NeedFacts } from './item/need-facts.tsx'
import { OwnerLine } from './item/owner-line.tsx'
import { PlaceFacts } from './item/place.tsx'
import { SiteSection } from './item/site-section.tsx'
import { SupplyList } from './item/supply-list.tsx'
import { EarlierRoundResults, ResultCard } from './item/result-card.tsx'
import { bidSentences } from './item/result-sentences.ts'
import { useGrammaticalPerson, useIsOwn } from './item/use-grammatical-person.ts'
import { RegistrationLink, PreparationActions } from './prepare/prepared-actions.tsx'
import { TaskList } from './prepare/task-list.tsx'
import { progressSteps } from '../parts/progress.ts'
import { MapToggle } from './shared/map-door.tsx'
import { NextActions, NextStepLinks } from './shared/next-here.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useChosenDate } from './shared/use-day.ts'
import { useListCrumbs } from './shared/list-hooks.ts'
import './item/item.css'
import { WatchButton } from './shared/watch-button.tsx'
import './shared/pages.css'

const RequirementResult = ({ requirement }: { requirement: RequirementView }) => {
  const person = useGrammaticalPerson(requirement.buyer)
  const { result, bid } = requirement
  return result ? (
    <ResultCard
      result={result}
      sentences={bidSentences(result, bid, person)}
      of="requirement"
      owner={requirement.buyer}
      round={requirement.round}
      isPending={requirement.status === 'Bid'}
    />
  ) : null
}

/** Projects that supply a requirement, and its credits; folded for its owner once they are sold. */
const Supply = ({
  requirement,
  day,
  isFolded,
}: {
  requirement: RequirementView
  day: DateSelection
  isFolded: boolean
}) => {
  const { settled } = requirement
  const parts = (
    <>
      {requirement.creditType !== null && requirement.status !== 'Unmatched' && (
        <SupplyList requirement={requirement} />
      )}
      {settled.length > 0 && (
        <Section heading="Credits" aside={<span className="quiet">{figuresDateText(day)}</span>}>
          <CreditList credits={settled} of="requirement" />
        </Section>
      )}
    </>
  )
  return isFolded && settled.length > 0 ? (
    <FoldedSection isFolded heading="Supply and credits" note={recordCountText(settled.length, 'credit')}>
      {parts}
    </FoldedSection>
  ) : (
    parts
  )
}

/** Page of a credit requirement: its status, need, bid and result. */
export const RequirementPage = () => {
  const { id } = useParams()
  const day = useChosenDate()
  const listCrumbs = useListCrumbs({ name: 'Credit requirements', to: '/credit-requirements' })
  const query = useResource(NOUNS.requirement, id)
  const isOwn = useIsOwn(query.data?.buyer)
  return (
    <PageBoundary query={query} title="Credit requirement">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[...listCrumbs, { name: data.name }]}
          subtitle={
            <>
              <StatusBadge kind="requirement" status={data.status} />
              <span>{data.type}</span>
              <OwnerLine owner={data.buyer} agent={data.agent} round={data.round} />
              <WatchButton kind="requirement" id={data.id} owner={data.buyer} />
            </>
          }
          actions={
            data.preparation ? (
              <PreparationActions of={data} preparation={data.preparation} />
            ) : (
              <NextActions of={data} />
            )
          }
        >
          <Steps
            label="Steps of the requirement"
            steps={progressSteps('requirement', data.status, data.endedAs)}
          />
          <StepClockLine clock={data.clock} owner={data.buyer.name} />
          {!data.preparation && <NextStepLinks things={data.next} />}
          {data.status === 'Provisional' && <RegistrationLink of={data} />}
          <RequirementResult requirement={data} />
          <EarlierRoundResults results={data.earlierResults} of="requirement" owner={data.buyer} />
          <Warnings of={data.warnings} />
          <div className="item-columns">
            <div>
              {data.preparation && <TaskList of={data} preparation={data.preparation} />}
              {(!data.preparation || data.creditType) && (
                <FoldedSection
                  isFolded={isOwn && data.settled.length > 0}
                  heading="What the requirement needs"
                  note={data.creditType === null ? undefined : CREDIT_TYPE_LABELS[data.creditType]}
                >
                  <NeedFacts requirement={data} />
                </FoldedSection>
              )}
              <Section heading="On the map">
                <MapToggle
                  isSmall
                  label={`${data.name} on a map`}
                  requirements={{ id: data.id }}
                  site={data.boundary}
                />
              </Section>
            </div>
            <div>
              {!data.preparation && <BidFacts requirement={data} />}
              <DepositFacts requirement={data} />
              <FoldedSection
                isFolded={isOwn}
                heading={data.type === 'Buyer' ? 'Development' : 'Location'}
                note={data.lpa?.name}
              >
                <PlaceFacts place={data} more={cardFacts(REQUIREMENT_COLUMNS, data)} />
              </FoldedSection>
              {data.site && data.boundary && (
                <SiteSection site={data.site} boundary={data.boundary} isFolded={isOwn} />
              )}
              {data.group && <GroupLine group={data.group} of="requirement" ownId={data.id} />}
            </div>
          </div>
          <Supply requirement={data} day={day} isFolded={isOwn} />
          <Workbooks of={data} />
          <CertificateList certificates={data.certificates} />
          <AboutTabs subject={data} isFolded={isOwn} />
        </Page>
      )}
    </PageBoundary>
  )
}
