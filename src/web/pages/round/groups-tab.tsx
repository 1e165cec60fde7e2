import { Link } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/group'
import type { GroupView } from '#contract/group'
import { useList } from '../../api.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { Section } from '../../parts/section.tsx'
import { addressOf } from '#contract/nouns'

const SIDES = {
  project: {
    heading: 'Project groups',
    path: '/api/project-groups',
    labels: PROJECT_GROUP_LABELS,
    page: (id: string) => addressOf('projectGroup', { id }),
  },
  requirement: {
    heading: 'Credit requirement groups',
    path: '/api/requirement-groups',
    labels: REQUIREMENT_GROUP_LABELS,
    page: (id: string) => addressOf('requirementGroup', { id }),
  },
}

type GroupRow = Pick<GroupView, 'id' | 'name' | 'type'> &
  Partial<Pick<GroupView, 'owner' | 'projects' | 'requirements'>>

/** The groups of one side of a round. */
export const GroupList = ({
  side,
  filter,
}: {
  side: 'project' | 'requirement'
  filter: Record<string, string>
}) => {
  const { heading, path, labels, page } = SIDES[side]
  const list = useList<GroupRow>(path, { ...filter, limit: 200 })
  return (
    <Section heading={heading}>
      <QueryBoundary query={list} lines={3}>
        {found =>
          found.items.length === 0 ? (
            <EmptyState title="No groups" />
          ) : (
            <ul className="plain-list">
              {found.items.map(group => {
                const members = [...(group.projects ?? []), ...(group.requirements ?? [])]
                return (
                  <li key={group.id}>
                    <span>
                      <Link to={page(group.id)}>{group.name}</Link>
                      {members.length > 0 && (
                        <span className="quiet"> {members.map(member => member.name).join(', ')}</span>
                      )}
                    </span>
                    <span className="quiet">
                      {group.owner && `${group.owner.name}, `}
                      {labels[group.type].toLowerCase()}
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryBoundary>
    </Section>
  )
}

/** The groups of a round, of projects and of requirements. */
export const RoundGroups = ({ roundId }: { roundId: string }) => (
  <div className="grid-2">
    <GroupList side="project" filter={{ marketRoundId: roundId }} />
    <GroupList side="requirement" filter={{ marketRoundId: roundId }} />
  </div>
)
