import { Link } from 'react-router'
import type { WorkbenchView } from '#contract/project/check-schedule'
import { withQuery } from '#contract/kit/endpoint'
import { statusesOf } from '#contract/nouns/nouns'
import { CHECK_STATE_LABELS, EVIDENCE_STATE_LABELS } from '#domain/project/check-schedule'
import { showNumber } from '../../parts/values/amounts.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import type { Status } from '../../parts/status-tones.ts'

const CHECKS = ['late', 'failing', 'due'] as const
const EVIDENCE = ['late', 'asked', 'received'] as const

/** Numbers of checks and evidence in the states that need attention. */
export const StateCounts = ({ data }: { data: WorkbenchView }) => {
  const at = (part: string, state: string) =>
    withQuery('/workbench', { part, state, on: data.on, ...(data.lpa && { lpa: data.lpa.id }) })
  const tiles = [
    ...CHECKS.map(state => ({
      label: `Checks: ${CHECK_STATE_LABELS[state]}`,
      count: data.checks.find(({ status }) => status === state)?.count ?? 0,
      to: at('checks', state),
      isBad: state !== 'due',
    })),
    ...EVIDENCE.map(state => ({
      label: `Evidence: ${EVIDENCE_STATE_LABELS[state]}`,
      count: data.evidence.find(({ status }) => status === state)?.count ?? 0,
      to: at('evidence', state),
      isBad: state === 'late',
    })),
  ]
  return (
    <ul className="workbench-tiles">
      {tiles.map(({ label, count, to, isBad }) => (
        <li key={label}>
          <Link to={to}>
            <b className={isBad && count > 0 ? 'num due-late' : 'num'}>{showNumber(count)}</b>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Numbers of records of a kind by their status on the date. */
export const StatusCounts = <K extends 'project' | 'requirement'>({
  kind,
  heading,
  counts,
  link,
}: {
  kind: K
  heading: string
  counts: readonly { status: Status<K>; count: number }[]
  link: string
}) => (
  <Section heading={heading} aside={<Link to={link}>See all</Link>}>
    {counts.length === 0 ? (
      <EmptyState title="None on that date" />
    ) : (
      <ul className="workbench-counts">
        {statusesOf(kind)
          .flatMap(([status]) => counts.filter(one => one.status === status))
          .map(({ status, count }) => (
            <li key={status}>
              <StatusBadge kind={kind} status={status} />
              <b className="num">{showNumber(count)}</b>
            </li>
          ))}
      </ul>
    )}
  </Section>
)
