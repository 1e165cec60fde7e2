import { Link, useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import type { ParticipationView } from '#contract/participation'
import { useResource } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { DayText } from '../parts/amounts.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { StepClockLine } from '../parts/step-clock.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { ActivityOf, CommentsOf } from './shared/about.tsx'
import { addressOf, NOUNS } from '#contract/nouns'
import { OrganisationLink } from './shared/owner-link.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './shared/pages.css'

const Declared = ({ declarations }: Pick<ParticipationView, 'declarations'>) =>
  declarations.length === 0 ? (
    <EmptyState title="No declarations have been made" />
  ) : (
    <ul className="plain-list">
      {declarations.map(declaration => (
        <li key={declaration.name}>
          <div className="measure">
            <h3>{declaration.name}</h3>
            <p>{declaration.declaration}</p>
          </div>
          <span className="quiet small">
            {declaration.answeredBy}, <DayText day={declaration.answeredAt} />
          </span>
        </li>
      ))}
    </ul>
  )

const LEAVING = 'Withdraw' satisfies ActionName<'participation'>

/** One organisation's part in one round, in one capacity. */
export const ParticipationPage = () => {
  const { participationId } = useParams()
  const seesAll = useIsOperator()
  return (
    <PageBoundary query={useResource(NOUNS.participation, participationId)} title="Participation">
      {data => {
        const round = addressOf('round', { marketId: data.round.marketId, id: data.round.id })
        return (
          <Page
            title={`${data.organisation.name} as ${data.capacity.toLowerCase()}`}
            subject={data}
            crumbs={[
              ...(seesAll
                ? [
                    { name: 'Markets', to: '/markets' },
                    { name: data.round.market, to: addressOf('market', { id: data.round.marketId }) },
                  ]
                : [{ name: 'Home', to: '/' }]),
              { name: seesAll ? data.round.name : `${data.round.market}, ${data.round.name}`, to: round },
              { name: data.organisation.name },
            ]}
            subtitle={
              <>
                <StatusBadge kind="participation" status={data.status} />
                <Link to={round}>
                  {data.round.market}, {data.round.name}
                </Link>
              </>
            }
            actions={<ActionBar actions={data.actions} primary={data.actions[0]?.id !== LEAVING} />}
          >
            <StepClockLine clock={data.clock} owner={data.organisation.name} />
            <KeyValues
              facts={[
                ['Organisation', <OrganisationLink key="organisation" organisation={data.organisation} />],
                ['Capacity', data.capacity],
                ['Reason', data.reason ?? undefined],
              ]}
            />
            <Section heading="Declarations">
              <Declared declarations={data.declarations} />
            </Section>
            <Tabs
              label="Comments and activity"
              tabs={[
                {
                  id: 'activity',
                  label: 'Activity',
                  content: () => <ActivityOf kind="participation" id={data.id} />,
                },
                {
                  id: 'comments',
                  label: 'Comments',
                  content: () => <CommentsOf kind="participation" id={data.id} actions={data.actions} />,
                },
              ]}
            />
          </Page>
        )
      }}
    </PageBoundary>
  )
}
