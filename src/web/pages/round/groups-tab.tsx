import { Link } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import type { GroupRow } from '#contract/requirement/group'
import type { ListQueryOf } from '#contract/kit/noun'
import { useList } from '../../api/api.ts'
import type { ListPage } from '#contract/kit/resource'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary, type QueryState } from '../../parts/page/query-boundary.tsx'
import { Section } from '../../parts/section.tsx'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'

const Groups = ({
  heading,
  labels,
  list,
  pageOf,
}: {
  heading: string
  labels: Record<GroupRow['type'], string>
  list: QueryState<ListPage<GroupRow>>
  pageOf: (id: string) => string
}) => (
  <Section heading={heading}>
    <QueryBoundary query={list} lines={3}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="No groups" />
        ) : (
          <ul className="plain-list">
            {items.map(({ id, name, type, owner, projects, requirements }) => (
              <li key={id}>
                <span>
                  <Link to={pageOf(id)}>{name}</Link>
                  <span className="quiet">
                    {' '}
                    {[...projects, ...requirements].map(one => one.name).join(', ')}
                  </span>
                </span>
                <span className="quiet">
                  {owner.name} · {labels[type]}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  </Section>
)

const MOST = 200

/** Groups of projects. */
export const ProjectGroups = ({ of }: { of: ListQueryOf<typeof NOUNS.projectGroup> }) => (
  <Groups
    heading="Project groups"
    labels={PROJECT_GROUP_LABELS}
    list={useList(NOUNS.projectGroup, { ...of, limit: MOST })}
    pageOf={id => pageAddress('projectGroup', { id })}
  />
)

/** Groups of credit requirements. */
export const RequirementGroups = ({ of }: { of: ListQueryOf<typeof NOUNS.requirementGroup> }) => (
  <Groups
    heading="Credit requirement groups"
    labels={REQUIREMENT_GROUP_LABELS}
    list={useList(NOUNS.requirementGroup, { ...of, limit: MOST })}
    pageOf={id => pageAddress('requirementGroup', { id })}
  />
)

/** Groups of a round, of projects and of requirements. */
export const RoundGroups = ({ roundId }: { roundId: string }) => (
  <div className="grid-2">
    <ProjectGroups of={{ marketRoundId: roundId }} />
    <RequirementGroups of={{ marketRoundId: roundId }} />
  </div>
)
