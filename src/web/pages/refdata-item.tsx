import { useParams } from 'react-router'
import { MISSING_ANSWER_TEXT } from '#domain/values/messages'
import { columnsWith } from '#contract/columns/column'
import { displayText } from '#contract/columns/values'
import { listTitle } from '#contract/kit/noun'
import { listStandardVersions, SETTING_COLUMNS, SETTING_NOUNS } from '#contract/system/settings'
import { useAnswer, useResource } from '../api/api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { DayText } from '../parts/values/amounts.tsx'
import { RowsTable } from '../parts/table/data-table.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page/page.tsx'
import { QueryBoundary } from '../parts/page/query-boundary.tsx'
import { Section } from '../parts/section.tsx'
import { SubjectActivity } from './shared/about.tsx'
import { PageNotFound, PageBoundary } from './shared/page-boundary.tsx'
import './shared/pages.css'

type Type = (typeof SETTING_NOUNS)[number]

const Versions = ({ id }: { id: string }) => (
  <Section heading="Versions">
    <QueryBoundary query={useAnswer(listStandardVersions, { params: { id } })}>
      {list => (
        <RowsTable
          caption="Versions of the standard"
          columns={[
            {
              id: 'edition',
              header: 'Version',
              main: true,
              cell: row => row.edition ?? <span className="quiet">{MISSING_ANSWER_TEXT}</span>,
            },
            { id: 'publisher', header: 'Publisher', cell: row => row.publisher },
            {
              id: 'until',
              header: 'In force until',
              cell: row => (row.until ? <DayText day={row.until} /> : 'In force'),
            },
          ]}
          rows={list.items}
        />
      )}
    </QueryBoundary>
  </Section>
)

const Entry = ({ type, id }: { type: Type; id: string }) => {
  return (
    <PageBoundary query={useResource(type, id)} title={listTitle(type)}>
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[
            { name: 'Settings', to: '/settings' },
            { name: 'Reference data', to: '/settings/refdata' },
            { name: listTitle(type), to: `/settings/refdata/${type.list}` },
            { name: data.name },
          ]}
          subtitle={data.active ? 'Active' : 'Inactive: it can no longer be chosen'}
          actions={<ActionBar actions={data.actions} primary={false} />}
        >
          <KeyValues
            facts={[
              ...columnsWith(SETTING_COLUMNS[type.kind], 'list').map(
                ([name, column]) => [column.label, displayText(column, data[name])] as const,
              ),
              ['Purpose', 'purpose' in data ? data.purpose : null],
              ['Declaration', 'declaration' in data && data.declaration],
              ['Description', 'description' in data && data.description],
            ]}
          />
          {type.kind === 'standard' && <Versions id={id} />}
          <Section heading="Activity">
            <SubjectActivity kind={type.kind} id={id} />
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}

/** Entry of the reference data with its history, and for standards its versions. */
export const RefdataItemPage = () => {
  const { type: word, id = '' } = useParams()
  const type = SETTING_NOUNS.find(one => one.list === word)
  return type ? <Entry type={type} id={id} /> : <PageNotFound />
}
