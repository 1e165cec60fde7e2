import type { ReactNode } from 'react'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import { statusLabel } from '#contract/nouns'
import type {
  CertificationItem,
  ComplianceItem,
  ScreeningItem,
  VerificationItem,
  VisitItem,
} from '#contract/project-records'
import { useList } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'

const Remark = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <p>
      <span className="label">{label}</span> {children}
    </p>
  ) : null

/** One look at the project, or one decision on it. */
const Line = ({
  title,
  day,
  by,
  children,
}: {
  title: string
  day: string
  by: string
  children?: ReactNode
}) => (
  <li>
    <span>
      <b>{title}</b>
      {children}
    </span>
    <span className="quiet small">
      {by}, <DayText day={day} />
    </span>
  </li>
)

const Visit = ({ visit, title, children }: { visit: VisitItem; title: string; children?: ReactNode }) => (
  <Line title={title} day={visit.date} by={`${visit.name}, ${visit.organisation}`}>
    {children}
    <Remark label="Notes:">{visit.notes}</Remark>
    {visit.report && (
      <p>
        <a href={visit.report.links.self} download>
          {visit.report.name}
        </a>
      </p>
    )}
  </Line>
)

const compliance = (check: ComplianceItem) => (
  <Visit key={check.id} visit={check} title={check.isCompliant ? 'Compliant' : 'Not compliant'}>
    <Remark label="Reason:">{check.failReason}</Remark>
    {check.nextAction && (
      <Remark label="Next action:">
        {NEXT_COMPLIANCE_ACTION_LABELS[check.nextAction.action]} by <DayText day={check.nextAction.date} />
      </Remark>
    )}
  </Visit>
)

const verification = (visit: VerificationItem) => (
  <Visit key={visit.id} visit={visit} title={visit.isPass ? 'Passed' : 'Failed'}>
    <Remark label="Reason:">{visit.failReason}</Remark>
  </Visit>
)

const performance = (check: VisitItem) => <Visit key={check.id} visit={check} title="Performance" />

const outcomeOf = ({ outcome }: { outcome: string | null }): string =>
  outcome ? statusLabel('project', outcome) : 'Decided'

const screening = (one: ScreeningItem) => (
  <Line key={one.id} title={outcomeOf(one)} day={one.at} by={one.by}>
    <Remark label="Comment:">{one.comment}</Remark>
  </Line>
)

const certification = (one: CertificationItem) => (
  <Line key={one.id} title={outcomeOf(one)} day={one.at} by={one.by}>
    {one.certification && (
      <Remark label="Assessed and reviewed by:">
        {one.certification.assessedByName}, {one.certification.reviewedByName}
      </Remark>
    )}
  </Line>
)

function Kept<T>({ of, heading, line }: { of: string; heading: string; line: (item: T) => ReactNode }) {
  return (
    <QueryBoundary query={useList<T>(of, {})} lines={1}>
      {list =>
        list.items.length > 0 && (
          <>
            <h3>{heading}</h3>
            <ul className="plain-list">{list.items.map(line)}</ul>
          </>
        )
      }
    </QueryBoundary>
  )
}

/** Every look at a project and every decision on it, newest first: nothing of it is overwritten. */
export const ProjectRecordsOf = ({ id }: { id: string }) => {
  const of = (record: string) => `/api/project/${id}/${record}`
  return (
    <div className="stack">
      <Kept heading="Compliance checks" of={of('compliance')} line={compliance} />
      <Kept heading="Performance checks" of={of('performance')} line={performance} />
      <Kept heading="Verification" of={of('verification')} line={verification} />
      <Kept heading="Certification" of={of('certification')} line={certification} />
      <Kept heading="Screening" of={of('screening')} line={screening} />
    </div>
  )
}
