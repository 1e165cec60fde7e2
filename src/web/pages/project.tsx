import { useParams } from 'react-router'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { PROJECT_DURATION_LABELS } from '#domain/project/project'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project/project-check'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { NOUNS } from '#contract/nouns/nouns'
import type { ProjectView } from '#contract/project/project'
import { useResource } from '../api/api.ts'
import type { DateSelection } from '../charts/day-chooser.tsx'
import { recordCountText } from '../parts/messages.ts'
import { figuresDateText } from '../parts/texts.ts'
import { DayText } from '../parts/values/amounts.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { Page } from '../parts/page/page.tsx'
import { FoldedSection, Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { StepClockLine } from '../parts/step-clock.tsx'
import { Steps } from '../parts/steps.tsx'
import { Warnings } from '../parts/warnings.tsx'
import { AboutTabs } from './item/about-tabs.tsx'
import { BalanceCard } from './item/balance-card.tsx'
import { CreditList } from './item/credit-list.tsx'
import { GroupLine } from './item/group-line.tsx'
import { Monitoring } from './shared/monitoring.tsx'
import { totalCostsOf, OfferFacts } from './item/offer.tsx'
import { OwnerLine } from './item/owner-line.tsx'
import { PlaceFacts } from './item/place.tsx'
import { SiteSection } from './item/site-section.tsx'
import { ProjectRecords } from './item/project-records.tsx'
import { EarlierRoundResults, ResultCard } from './item/result-card.tsx'
import { offerSentences } from './item/result-sentences.ts'
import { ServiceCard } from './item/service-card.tsx'
import { useGrammaticalPerson, useIsOwn } from './item/use-grammatical-person.ts'
import { RegistrationLink, PreparationActions } from './prepare/prepared-actions.tsx'
import { TaskList } from './prepare/task-list.tsx'
import { progressSteps } from '../parts/progress.ts'
import { cardFacts } from './lists/column-cards.tsx'
import { CertificateList } from './shared/certificate-list.tsx'
import { MapToggle } from './shared/map-door.tsx'
import { Workbooks } from './shared/workbooks.tsx'
import { NextActions, NextStepLinks } from './shared/next-here.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useChosenDate } from './shared/use-day.ts'
import { useListCrumbs } from './shared/list-hooks.ts'
import './item/item.css'
import { WatchButton } from './shared/watch-button.tsx'
import './shared/pages.css'

const ProjectResult = ({ project }: { project: ProjectView }) => {
  const person = useGrammaticalPerson(project.supplier)
  const { result, offer } = project
  return result ? (
    <ResultCard
      result={result}
      sentences={offerSentences(result, offer, totalCostsOf(project), person)}
      of="project"
      owner={project.supplier}
      round={project.round}
      isPending={project.status === 'Offered'}
    />
  ) : null
}

const Remarks = ({ project }: { project: ProjectView }) => (
  <>
    {project.nextCompliance && (
      <Notice tone="bad">
        <p>
          <b>Not compliant:</b> {NEXT_COMPLIANCE_ACTION_LABELS[project.nextCompliance.action]} by{' '}
          <DayText day={project.nextCompliance.date} />
        </p>
      </Notice>
    )}
    {project.screeningComment && (
      <Notice tone={project.status === 'FailedScreening' ? 'bad' : 'info'}>
        <p>
          <b>Screening:</b> {project.screeningComment}
        </p>
      </Notice>
    )}
    {project.reviewReason && (
      <Notice tone={project.status === 'FailedRound' ? 'bad' : 'info'}>
        <p>
          <b>Pre-market review:</b> {project.reviewReason}
        </p>
      </Notice>
    )}
  </>
)

const KeyFacts = ({ project, isFolded }: { project: ProjectView; isFolded: boolean }) => (
  <FoldedSection isFolded={isFolded} heading="Key facts" note={project.type?.name}>
    <KeyValues
      as="list"
      facts={[
        ['Type', project.type?.name ?? null],
        ['Credits', project.creditTypes.map(type => CREDIT_TYPE_LABELS[type]).join(', ') || null],
        ...cardFacts(PROJECT_COLUMNS, project),
        ['Longstop delivery start', project.start && <DayText key="start" day={project.start} />],
        [
          'Term',
          project.isFixedTerm
            ? `Fixed: ${project.mitigationDurations.map(duration => PROJECT_DURATION_LABELS[duration]).join(', ')}`
            : 'Permanent',
        ],
        [
          'Assessed',
          project.certification ? (
            <span key="assessed">
              {project.certification.assessedByName}, {project.certification.assessedByOrg},{' '}
              <DayText day={project.certification.assessedByDate} />
            </span>
          ) : undefined,
        ],
        [
          'Reviewed',
          project.certification ? (
            <span key="reviewed">
              {project.certification.reviewedByName}, {project.certification.reviewedByOrg},{' '}
              <DayText day={project.certification.reviewedByDate} />
            </span>
          ) : undefined,
        ],
      ]}
    />
  </FoldedSection>
)

/** Services of a project, or why there are none yet. */
const Supplies = ({
  project,
  day,
  isFolded,
}: {
  project: ProjectView
  day: DateSelection
  isFolded: boolean
}) => (
  <FoldedSection
    isFolded={isFolded}
    heading="What the project supplies"
    note={project.services.map(service => CREDIT_TYPE_LABELS[service.creditType]).join(', ')}
  >
    {project.services.length === 0 ? (
      <EmptyState title="Not known yet">
        {project.endedAs
          ? 'The market round ended before the market operator had added the services.'
          : 'The market operator adds the services after looking at the project.'}
      </EmptyState>
    ) : (
      <ul className="services">
        {project.services.map(service => (
          <ServiceCard key={service.id} service={service} on={day.on} />
        ))}
      </ul>
    )}
  </FoldedSection>
)

/** Units and credits of a project; folded for its owner, whose result says what was sold. */
const Units = ({
  project,
  day,
  isFolded,
}: {
  project: ProjectView
  day: DateSelection
  isFolded: boolean
}) => {
  const parts = (
    <>
      <BalanceCard projectId={project.id} day={day} />
      {project.settled.length > 0 && (
        <Section heading="Credits" aside={<span className="quiet">{figuresDateText(day)}</span>}>
          <CreditList credits={project.settled} of="project" />
        </Section>
      )}
    </>
  )
  return isFolded && project.settled.length > 0 ? (
    <FoldedSection
      isFolded
      heading="Sold and unsold units"
      note={recordCountText(project.settled.length, 'credit')}
    >
      {parts}
    </FoldedSection>
  ) : (
    parts
  )
}

/** Page of a project: its status, supply, offer and result. */
export const ProjectPage = () => {
  const { id } = useParams()
  const listCrumbs = useListCrumbs({ name: 'Projects', to: '/projects' })
  const day = useChosenDate()
  const query = useResource(NOUNS.project, id)
  const isOwn = useIsOwn(query.data?.supplier)
  return (
    <PageBoundary query={query} title="Project">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[...listCrumbs, { name: data.name }]}
          subtitle={
            <>
              <StatusBadge kind="project" status={data.status} />
              <OwnerLine owner={data.supplier} agent={data.agent} round={data.round} />
              <WatchButton kind="project" id={data.id} owner={data.supplier} />
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
          <Steps label="Steps of the project" steps={progressSteps('project', data.status, data.endedAs)} />
          <StepClockLine clock={data.clock} owner={data.supplier.name} />
          {!data.preparation && <NextStepLinks things={data.next} />}
          {data.status === 'Provisional' && <RegistrationLink of={data} />}
          <ProjectResult project={data} />
          <EarlierRoundResults results={data.earlierResults} of="project" owner={data.supplier} />
          <Warnings of={data.warnings} />
          <Remarks project={data} />
          <div className="item-columns">
            <div>
              {data.preparation && <TaskList of={data} preparation={data.preparation} />}
              {!data.preparation && (
                <Supplies project={data} day={day} isFolded={isOwn && data.services.length > 0} />
              )}
              <Section heading="On the map">
                <MapToggle
                  isSmall
                  label={`${data.name} on a map`}
                  projects={{ id: data.id }}
                  site={data.boundary}
                />
              </Section>
              {data.site && data.boundary && (
                <SiteSection site={data.site} boundary={data.boundary} isFolded={isOwn} />
              )}
            </div>
            <div>
              {!data.preparation && <OfferFacts project={data} isFolded={isOwn && data.settled.length > 0} />}
              <KeyFacts project={data} isFolded={isOwn} />
              <FoldedSection isFolded={isOwn} heading="Location" note={data.lpa?.name}>
                <PlaceFacts place={data} />
              </FoldedSection>
              {data.group && <GroupLine group={data.group} of="project" ownId={data.id} />}
            </div>
          </div>
          <Units project={data} day={day} isFolded={isOwn} />
          <Monitoring project={data} />
          <Workbooks of={data} />
          <CertificateList certificates={data.certificates} isFolded={isOwn} />
          <AboutTabs
            subject={data}
            isFolded={isOwn}
            more={[
              {
                id: 'records',
                label: 'Checks and decisions',
                content: () => <ProjectRecords id={data.id} />,
              },
            ]}
          />
        </Page>
      )}
    </PageBoundary>
  )
}
