import { Link } from 'react-router'
import {
  readUnreached,
  type ReturnedEmail,
  UNOPENED_AFTER_DAYS,
  type UnopenedItem,
} from '#contract/desk/inbox'
import { pageAddress } from '#contract/nouns/nouns'
import { useAnswer } from '../api/api.ts'
import { textColumn, dayColumn } from '../parts/table/column-types.tsx'
import type { Column } from '../parts/table/columns.ts'
import { RowsTable } from '../parts/table/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'

type Whose = Pick<UnopenedItem | ReturnedEmail, 'person' | 'organisation'>

const Who = ({ person, organisation }: Whose) =>
  person ? <Link to={pageAddress('user', { id: person.id })}>{person.name}</Link> : organisation?.name

const organisationOf = ({ organisation }: Whose): string => organisation?.name ?? ''

const LETTERS: Record<UnopenedItem['letter'], string> = {
  sent: 'Sent',
  waiting: 'Waiting to be sent',
  failed: 'Returned',
  none: 'None sent',
}

const UNOPENED: readonly Column<UnopenedItem>[] = [
  { id: 'person', header: 'Who', cell: one => <Who {...one} />, main: true, sortBy: one => one.person.name },
  textColumn('organisation', 'Organisation', organisationOf),
  textColumn('title', 'About', one => one.title),
  {
    id: 'thing',
    header: 'Record',
    cell: one => [one.thing, one.where].filter(Boolean).join('; '),
    sortBy: one => one.thing,
  },
  dayColumn('at', 'Since', one => one.at),
  { id: 'letter', header: 'Email', cell: one => LETTERS[one.letter], sortBy: one => one.letter },
]

const RETURNED: readonly Column<ReturnedEmail>[] = [
  { id: 'person', header: 'Who', cell: one => <Who {...one} />, main: true, sortBy: one => one.to },
  textColumn('organisation', 'Organisation', organisationOf),
  textColumn('to', 'Address', one => one.to),
  textColumn('title', 'About', one => one.title),
  dayColumn('at', 'Created', one => one.at),
  {
    id: 'why',
    header: 'Why',
    cell: one => (one.isRefused ? 'Refused' : 'Given up after many attempts'),
    sortBy: one => Number(one.isRefused),
  },
  { id: 'message', header: 'Error message', cell: one => one.message },
]

/** Users who do not open notices or whose emails are returned, so that the operator can phone them. */
export const UndeliveredPage = () => (
  <PageBoundary query={useAnswer(readUnreached, {})} title="Unread or undelivered">
    {({ unopened, returned }) => (
      <Page
        title="Unread or undelivered"
        crumbs={[{ name: 'Inbox', to: '/inbox' }, { name: 'Unread or undelivered' }]}
        subtitle="People we could not reach by inbox or email. Phone them, or correct their address."
      >
        <div className="stack">
          <Section heading={`Not opened for ${UNOPENED_AFTER_DAYS} days`}>
            <RowsTable
              caption="Important items not opened"
              columns={UNOPENED}
              rows={unopened}
              empty={
                <EmptyState title="Everyone has opened their important items">
                  Important items that have not been opened for {UNOPENED_AFTER_DAYS} days appear here.
                </EmptyState>
              }
            />
          </Section>
          <Section heading="Returned emails">
            <RowsTable
              caption="Emails that could not be delivered"
              columns={RETURNED}
              rows={returned}
              empty={<EmptyState title="No returned emails" />}
            />
          </Section>
        </div>
      </Page>
    )}
  </PageBoundary>
)
