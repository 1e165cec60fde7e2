import { Link, useParams } from 'react-router'
import type { CaseReliance, CaseView } from '#contract/case/case'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { CASE_RULES_PAGE } from '#contract/public/public-pages'
import { CASE_TYPE_LABELS } from '#domain/case/case'
import { DISPUTE_FINDING_LABELS } from '#domain/case/dispute'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { useResource } from '../../api/api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { Page } from '../../parts/page/page.tsx'
import { FoldedSection, Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { unitsColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { DayText } from '../../parts/values/amounts.tsx'
import { Serials } from '../lists/credit-columns.tsx'
import { UnitAssurance } from '../lists/unit-assurance.tsx'
import { SubjectActivity, SubjectComments, SubjectDocuments } from '../shared/about.tsx'
import { PageBoundary } from '../shared/page-boundary.tsx'
import {
  MESSAGES_HINT,
  capacityText,
  doubtText,
  failedUnitsText,
  nextText,
  othersText,
  papersTexts,
  reasonLabel,
  remediesOf,
  reporterText,
} from './messages.ts'
import { Gap } from './gap.tsx'
import { Replacements } from './replacements.tsx'
import '../shared/pages.css'

type Row = CaseReliance & { id: string }

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'what',
    header: 'Credits',
    main: true,
    cell: row => (
      <>
        {CREDIT_TYPE_LABELS[row.creditType]}
        <div className="quiet small">
          <Serials serials={row.serials} />
        </div>
      </>
    ),
  },
  {
    id: 'for',
    header: 'Who relies on them',
    cell: ({ requirement, isSold }) =>
      requirement ? (
        <Link to={pageAddress('requirement', { id: requirement.id })}>{requirement.name}</Link>
      ) : (
        <span className="quiet">{isSold ? 'A development' : 'No one yet'}</span>
      ),
  },
  { id: 'status', header: 'Status', cell: row => row.label },
  { id: 'assurance', header: 'Assurance', cell: row => <UnitAssurance of={row} /> },
  unitsColumn<Row>('units', 'Units', row => row.units),
]

const Units = ({ data }: { data: CaseView }) => {
  const others = othersText(data.othersRelying)
  const doubt = doubtText(data)
  return (
    <Section heading="Which units, and who relies on them">
      {doubt && (
        <Notice tone="warn">
          <p>{doubt}</p>
        </Notice>
      )}
      {data.reliance.length === 0 ? (
        <EmptyState title="No units that you can see" />
      ) : (
        <RowsTable
          caption="Units that the case concerns"
          columns={COLUMNS}
          rows={data.reliance.map(row => ({ ...row, id: row.creditId }))}
          rowLink={() => null}
        />
      )}
      {others && <p className="quiet">{others}</p>}
    </Section>
  )
}

/** Page of a case: what happened, which units it concerns and who relies on them, what can be done, and what has been done. */
export const CasePage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.case, id)} title="Case">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[{ name: 'Cases', to: '/cases' }, { name: data.name }]}
          subtitle={
            <>
              <StatusBadge kind="case" status={data.status} />
              <span>
                Since <DayText day={data.since} />
              </span>
            </>
          }
          actions={<ActionBar actions={data.actions} />}
        >
          <Section heading="What happened">
            <KeyValues
              as="list"
              facts={[
                ['Type', CASE_TYPE_LABELS[data.type]],
                ['Since', <DayText key="since" day={data.since} />],
                ['What happened', data.what],
                [
                  'Less is delivered from',
                  data.failedSince ? <DayText key="failed" day={data.failedSince} /> : undefined,
                ],
                ...data.capacityLeft.map(({ service, left }) => [service.name, capacityText(left)] as const),
                ...data.failedUnits.map(
                  one => [`Failed: ${CREDIT_TYPE_LABELS[one.creditType]}`, failedUnitsText(one)] as const,
                ),
                ['Reported by', reporterText(data)],
                ['Reported on', <DayText key="at" day={data.reportedAt} time />],
                [
                  'Project',
                  data.project ? (
                    <Link key="project" to={pageAddress('project', { id: data.project.id })}>
                      {data.project.name}
                    </Link>
                  ) : undefined,
                ],
                [
                  'Credit requirement',
                  data.requirement ? (
                    <Link key="requirement" to={pageAddress('requirement', { id: data.requirement.id })}>
                      {data.requirement.name}
                    </Link>
                  ) : undefined,
                ],
                ['Round', data.round.name],
              ]}
            />
          </Section>
          <Section heading="What can be done">
            <p>{nextText(data)}</p>
            {papersTexts(data).map(text => (
              <p key={text}>{text}</p>
            ))}
            {remediesOf(data).length > 0 && <KeyValues as="list" facts={remediesOf(data)} />}
            <p>
              <a href={CASE_RULES_PAGE}>How cases are decided, and what replaces failed units</a>
            </p>
          </Section>
          <Gap data={data} />
          <Section heading="What has been done">
            {data.reason === null ? (
              <EmptyState title="Nothing has been decided yet" />
            ) : (
              <KeyValues
                as="list"
                facts={[
                  [
                    'Decision',
                    data.status === 'Reported' ? undefined : NOUNS.case.statuses[data.status].label,
                  ],
                  [reasonLabel(data), data.reason],
                  ['In the dispute', data.finding ? DISPUTE_FINDING_LABELS[data.finding] : undefined],
                  ['What follows', data.follows ?? undefined],
                  [
                    'Confirmed on',
                    data.confirmedAt ? <DayText key="confirmed" day={data.confirmedAt} time /> : undefined,
                  ],
                  [
                    'To be put right by',
                    data.rectifyBy ? <DayText key="by" day={data.rectifyBy} /> : undefined,
                  ],
                  ['Ended on', data.endedAt ? <DayText key="ended" day={data.endedAt} time /> : undefined],
                ]}
              />
            )}
          </Section>
          <Units data={data} />
          {data.replacements.length > 0 && (
            <Section heading="What replaces the failed units">
              <Replacements rows={data.replacements} />
            </Section>
          )}
          <Section heading="Messages">
            <p className="quiet">{MESSAGES_HINT}</p>
            <SubjectComments kind="case" id={data.id} actions={data.actions} empty="No messages yet" />
          </Section>
          <FoldedSection isFolded heading="Documents and history">
            <SubjectDocuments kind="case" id={data.id} />
            <SubjectActivity kind="case" id={data.id} />
          </FoldedSection>
        </Page>
      )}
    </PageBoundary>
  )
}
