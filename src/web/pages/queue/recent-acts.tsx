import { Link } from 'react-router'
import { listBulkActs } from '#contract/bulk'
import { useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { thingsOf } from './words.ts'

/** The latest bulk acts, by whomever of the staff. */
export const RecentActs = () => {
  const { data } = useAnswer(listBulkActs, {})
  if (!data || data.items.length === 0) return null
  return (
    <Section heading="Recent bulk acts">
      <ul className="plain-list queue-recent">
        {data.items.map(act => (
          <li key={act.id}>
            <Link to={`/queue/acts/${act.id}`}>
              {act.title}: {thingsOf(act.kind, act.total)}
            </Link>
            <StatusBadge kind="task" status={act.state} />
            <span className="quiet">
              {act.done} done, {act.refused + act.cancelled} not; <DayText day={act.createdAt} time />, by{' '}
              {act.startedBy?.name}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
