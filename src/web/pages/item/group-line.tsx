import { Link } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/group'
import type { GroupOfItem } from '#contract/group-of-item'
import { Section } from '../../parts/section.tsx'
import { addressOf } from '#contract/nouns'

/** The group that a project or requirement is in, and what that means for winning. */
export const GroupLine = ({
  group,
  of,
  ownId,
}: {
  group: GroupOfItem
  of: 'project' | 'requirement'
  ownId: string
}) => {
  const isProject = of === 'project'
  const page = (id: string) => addressOf(of, { id })
  return (
    <Section heading="Group">
      <p>
        <Link
          to={
            isProject
              ? addressOf('projectGroup', { id: group.id })
              : addressOf('requirementGroup', { id: group.id })
          }
        >
          {group.name}
        </Link>
        : {(isProject ? PROJECT_GROUP_LABELS : REQUIREMENT_GROUP_LABELS)[group.type].toLowerCase()}
      </p>
      <ul className="cell-list">
        {group.members
          .filter(member => member.id !== ownId)
          .map(member => (
            <li key={member.id}>
              with <Link to={page(member.id)}>{member.name}</Link>
            </li>
          ))}
      </ul>
    </Section>
  )
}
