import { Link } from 'react-router'
import { listBulkActs } from '#contract/desk/bulk'
import { useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { recordCountText } from '../../parts/messages.ts'

/** Latest bulk acts of all staff. */
export const RecentBulkActions = () => {
  const { data } = useAnswer(listBulkActs, {})
  if (!data || data.items.length === 0) return null
  return (
    <Section heading="Recent bulk actions">
      <ul className="plain-list queue-recent">
        {data.items.map(act => (
          <li key={act.id}>
            <Link to={`/queue/acts/${act.id}`}>
              {act.title}: {recordCountText(act.total, act.kind)}
            </Link>
            <StatusBadge kind="task" status={act.state} />
            <span className="quiet">
              {act.done} done, {act.refused + act.cancelled} not done; <DayText day={act.createdAt} time />,
              by {act.startedBy?.name}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
