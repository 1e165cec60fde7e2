import { Link } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/group'
import type { GroupOfItem } from '#contract/project'
import { Section } from '../../parts/section.tsx'
import { addressOf } from '../../addresses.ts'

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
  const page = isProject ? addressOf.project : addressOf.requirement
  return (
    <Section heading="Group">
      <p>
        <Link to={isProject ? addressOf.projectGroup(group.id) : addressOf.requirementGroup(group.id)}>
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
