import { Check, Minus } from 'lucide-react'
import { Link } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/group'
import type { MatchReview } from '#domain/wire/match'

/** What became of each group, member by member. */
export const Groups = ({ groups }: { groups: MatchReview['groups'] }) => (
  <ul className="group-list">
    {groups.map(group => {
      const isProjects = group.of === 'project'
      const labels = isProjects ? PROJECT_GROUP_LABELS : REQUIREMENT_GROUP_LABELS
      return (
        <li key={group.id}>
          <h3>
            <Link to={`/${isProjects ? 'project-group' : 'credit-requirement-group'}/${group.id}`}>
              {group.name}
            </Link>
          </h3>
          <p className="quiet">
            {isProjects ? 'Projects' : 'Requirements'}: {labels[group.type].toLowerCase()}
          </p>
          <ul className="member-list">
            {group.members.map(member => {
              const hasWon = group.winners.some(winner => winner.id === member.id)
              return (
                <li key={member.id} className={hasWon ? '' : 'quiet'}>
                  {hasWon ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
                  <span>
                    {member.name} <span className="sr-only">{hasWon ? 'won' : 'did not win'}</span>
                  </span>
                </li>
              )
            })}
          </ul>
          {group.note && <p>{group.note}</p>}
        </li>
      )
    })}
  </ul>
)
