import { CheckIcon, MinusIcon } from '../../icons/icons.tsx'
import { Link } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import type { MatchReview } from '#contract/round/match'
import { showNumber } from '../../parts/values/amounts.tsx'

const wonText = (hasWon: boolean, percent: number | undefined): string =>
  hasWon
    ? percent !== undefined && percent < 100
      ? `${showNumber(Math.round(percent * 100) / 100)}% won`
      : 'won'
    : 'did not win'

/** Result of each group, member by member. */
export const GroupResultsSection = ({ review }: { review: MatchReview }) => (
  <ul className="group-list">
    {review.groups.map(group => {
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
            {isProjects ? 'Projects' : 'Requirements'}: {labels[group.type]}
          </p>
          <ul className="member-list">
            {group.members.map(member => {
              const hasWon = group.winners.some(winner => winner.id === member.id)
              const percent = review.requirements.find(item => item.id === member.id)?.percent
              return (
                <li key={member.id} className={hasWon ? '' : 'quiet'}>
                  {hasWon ? <CheckIcon aria-hidden="true" /> : <MinusIcon aria-hidden="true" />}
                  <span>
                    {member.name} <span className="quiet">{wonText(hasWon, percent)}</span>
                  </span>
                </li>
              )
            })}
          </ul>
        </li>
      )
    })}
  </ul>
)
