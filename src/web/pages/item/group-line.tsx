import { Link } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import type { GroupOfItem } from '#contract/kit/group-of-item'
import { Section } from '../../parts/section.tsx'
import { pageAddress } from '#contract/nouns/nouns'

/** Group of a project or requirement, and its effect on winning. */
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
  const page = (id: string) => pageAddress(of, { id })
  return (
    <Section heading="Group">
      <p>
        <Link
          to={
            isProject
              ? pageAddress('projectGroup', { id: group.id })
              : pageAddress('requirementGroup', { id: group.id })
          }
        >
          {group.name}
        </Link>
        : {(isProject ? PROJECT_GROUP_LABELS : REQUIREMENT_GROUP_LABELS)[group.type]}
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
