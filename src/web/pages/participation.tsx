import { Link, useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import type { ParticipationView } from '#contract/round/participation'
import { useResource } from '../api/api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { DayText } from '../parts/values/amounts.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { StepClockLine } from '../parts/step-clock.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { SubjectActivity, SubjectComments } from './shared/about.tsx'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { OrganisationLink } from './shared/owner-link.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './shared/pages.css'

const Declared = ({ declarations }: Pick<ParticipationView, 'declarations'>) =>
  declarations.length === 0 ? (
    <EmptyState title="No declarations yet" />
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

const TITLES: Record<ParticipationView['capacity'], (organisation: string) => string> = {
  Supplier: organisation => `${organisation} as supplier`,
  Buyer: organisation => `${organisation} as buyer`,
  Investor: organisation => `${organisation} as investor`,
}

const LEAVING = 'Withdraw' satisfies ActionName<'participation'>

/** Participation of one organisation in one round, in one capacity. */
export const ParticipationPage = () => {
  const { participationId } = useParams()
  const seesAll = useIsOperator()
  return (
    <PageBoundary query={useResource(NOUNS.participation, participationId)} title="Participation">
      {data => {
        const round = pageAddress('round', { marketId: data.round.marketId, id: data.round.id })
        return (
          <Page
            title={TITLES[data.capacity](data.organisation.name)}
            subject={data}
            crumbs={[
              ...(seesAll
                ? [
                    { name: 'Markets', to: '/markets' },
                    { name: data.round.market, to: pageAddress('market', { id: data.round.marketId }) },
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
                  content: () => <SubjectActivity kind="participation" id={data.id} />,
                },
                {
                  id: 'comments',
                  label: 'Comments',
                  content: () => <SubjectComments kind="participation" id={data.id} actions={data.actions} />,
                },
              ]}
            />
          </Page>
        )
      }}
    </PageBoundary>
  )
}
