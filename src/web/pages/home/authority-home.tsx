import { Link } from 'react-router'
import type { HomeView } from '#contract/desk/home'
import { PROJECT_STATUSES } from '#domain/project/project'
import { REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { showNumber } from '../../parts/values/amounts.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { NextSteps } from '../../parts/next-things.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { type Status, type StatusKind, toneOf } from '../../parts/status-tones.ts'
import { MapToggle } from '../shared/map-door.tsx'
import { ApplicationField } from '../shared/application-field.tsx'
import { HomeSummary } from './home-lead.tsx'

/** Query for everything that the reader may see. */
const ALL = {}

const isAtRest = <K extends StatusKind>(kind: K, status: Status<K>): boolean =>
  toneOf(kind, status) === 'quiet'

/** Numbers of records of a kind by status, the most advanced status first, each linked to a list of them. */
const Counts = <K extends HomeView['area'][number]['of']>({
  kind,
  statuses,
  area,
  heading,
  list,
  none,
}: {
  kind: K
  statuses: readonly Status<K>[]
  area: HomeView['area']
  heading: string
  /** Address of the list of all of them. */
  list: string
  none: string
}) => {
  const counts = statuses
    .map(status => ({
      status,
      count: area.find(one => one.of === kind && one.status === status)?.count ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .toReversed()
    // Final statuses come last.
    .toSorted((a, b) => Number(isAtRest(kind, a.status)) - Number(isAtRest(kind, b.status)))
  return (
    <Section heading={heading} aside={counts.length > 0 && <Link to={list}>See all</Link>}>
      {counts.length === 0 ? (
        <EmptyState title="None yet">{none}</EmptyState>
      ) : (
        <ul className="area-counts">
          {counts.map(({ status, count }) => (
            <li key={status}>
              <Link to={`${list}?status=${status}`}>
                <StatusBadge kind={kind} status={status} />
                <b className="num">{showNumber(count)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/**
 * Home page of a planning authority: first what deviates from agreements, then the statuses of the projects
 * and requirements in its area.
 */
export const AuthorityHome = ({ home }: { home: HomeView }) => (
  <Page title="Local planning" subtitle={home.organisation && <span>{home.organisation.name}</span>}>
    <div className="home">
      <HomeSummary home={home} />
      <ApplicationField />
      <p className="row">
        <Link className="button" to="#search">
          Search by planning reference, serial or place
        </Link>
        <Link className="button" to="/workbench">
          Open the workbench: checks, evidence and credits
        </Link>
      </p>
      {home.next.length > 0 && (
        <Section heading="Needs attention">
          <NextSteps things={home.next} />
        </Section>
      )}
      <div className="area">
        <Counts
          kind="project"
          statuses={PROJECT_STATUSES}
          area={home.area}
          heading="Projects in your area"
          list="/projects"
          none="Projects appear here when suppliers register them."
        />
        <Counts
          kind="requirement"
          statuses={REQUIREMENT_STATUSES}
          area={home.area}
          heading="Credit requirements in your area"
          list="/credit-requirements"
          none="Credit requirements appear here when buyers and investors register them."
        />
      </div>
      {home.area.length > 0 && <MapToggle label="Your area on a map" projects={ALL} requirements={ALL} />}
    </div>
  </Page>
)
