import type { ReactNode } from 'react'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project/project-check'
import { statusLabel } from '#contract/nouns/nouns'
import {
  type CertificationItem,
  type ComplianceItem,
  projectRecords,
  type ScreeningItem,
  type VerificationItem,
  type VisitItem,
} from '#contract/project/project-records'
import type { ListPage } from '#contract/kit/resource'
import { useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { QueryBoundary, type QueryState } from '../../parts/page/query-boundary.tsx'

const Remark = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <p>
      <span className="label">{label}</span> {children}
    </p>
  ) : null

/** Line of one review of the project, or one decision about it. */
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
    {visit.cureBy && (
      <Remark label="To be put right by:">
        <DayText day={visit.cureBy} />
      </Remark>
    )}
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

const Kept = <T,>({
  list,
  heading,
  line,
}: {
  list: QueryState<ListPage<T>>
  heading: string
  line: (item: T) => ReactNode
}) => (
  <QueryBoundary query={list} lines={1}>
    {({ items }) =>
      items.length > 0 && (
        <>
          <h3>{heading}</h3>
          <ul className="plain-list">{items.map(line)}</ul>
        </>
      )
    }
  </QueryBoundary>
)

/** All reviews of a project and decisions about it, newest first. Nothing is ever overwritten. */
export const ProjectRecords = ({ id }: { id: string }) => {
  const ask = { params: { id } }
  return (
    <div className="stack">
      <Kept heading="Compliance checks" list={useAnswer(projectRecords.compliance, ask)} line={compliance} />
      <Kept
        heading="Performance checks"
        list={useAnswer(projectRecords.performance, ask)}
        line={performance}
      />
      <Kept heading="Verification" list={useAnswer(projectRecords.verification, ask)} line={verification} />
      <Kept
        heading="Certification"
        list={useAnswer(projectRecords.certification, ask)}
        line={certification}
      />
      <Kept heading="Screening" list={useAnswer(projectRecords.screening, ask)} line={screening} />
    </div>
  )
}
