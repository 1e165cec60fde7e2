import { Link } from 'react-router'
import type { HomeView } from '#contract/home'
import { PROJECT_STATUSES } from '#domain/project'
import { REQUIREMENT_STATUSES } from '#domain/requirement'
import { showNumber } from '../../parts/amounts.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { NextThings } from '../../parts/next-things.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { type Status, type StatusKind, toneOf } from '../../parts/status-tones.ts'
import { MapDoor } from '../shared/map-door.tsx'
import { HomeState } from './home-lead.tsx'

/** Everything that the reader may see. */
const ALL = {}

const isAtRest = <K extends StatusKind>(kind: K, status: Status<K>): boolean =>
  toneOf(kind, status) === 'quiet'

/** How many things of a kind are how far, the furthest first, each count a link to them. */
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
  /** The page of all of them. */
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
    // What has come to rest comes last.
    .toSorted((a, b) => Number(isAtRest(kind, a.status)) - Number(isAtRest(kind, b.status)))
  return (
    <Section heading={heading} aside={counts.length > 0 && <Link to={list}>All of them</Link>}>
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

/** A planning authority's first page: what is not as agreed, then how far the projects and requirements of its area are. */
export const AuthorityHome = ({ home }: { home: HomeView }) => (
  <Page title="Local planning" subtitle={home.organisation && <span>{home.organisation.name}</span>}>
    <div className="home">
      <HomeState home={home} />
      <p className="row">
        <Link className="button button-primary" to="#search">
          Look up a planning reference, serial or place
        </Link>
        <Link className="button" to="/workbench">
          Workbench: checks, evidence, and your area as at a day
        </Link>
      </p>
      {home.next.length > 0 && (
        <Section heading="What is not as agreed">
          <NextThings things={home.next} />
        </Section>
      )}
      <div className="area">
        <Counts
          kind="project"
          statuses={PROJECT_STATUSES}
          area={home.area}
          heading="Projects in your area"
          list="/projects"
          none="They come here by themselves, once suppliers register them."
        />
        <Counts
          kind="requirement"
          statuses={REQUIREMENT_STATUSES}
          area={home.area}
          heading="Credit requirements in your area"
          list="/credit-requirements"
          none="They come here by themselves, once buyers register them."
        />
      </div>
      {home.area.length > 0 && <MapDoor label="Your area on a map" projects={ALL} requirements={ALL} />}
    </div>
  </Page>
)
