import { Link } from 'react-router'
import { readUnreached, type ReturnedLetter, UNOPENED_AFTER_DAYS, type UnopenedItem } from '#contract/inbox'
import { addressOf } from '#contract/nouns'
import { useAnswer } from '../api.ts'
import { DayText } from '../parts/amounts.tsx'
import type { Column } from '../parts/columns.ts'
import { RowsTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'

type Whose = Pick<UnopenedItem | ReturnedLetter, 'person' | 'organisation'>

const Who = ({ person, organisation }: Whose) =>
  person ? <Link to={addressOf('user', { id: person.id })}>{person.name}</Link> : organisation?.name

const organisationOf = ({ organisation }: Whose): string => organisation?.name ?? ''

const LETTERS: Record<UnopenedItem['letter'], string> = {
  sent: 'Sent',
  waiting: 'Waits to be sent',
  failed: 'Came back',
  none: 'None sent',
}

const UNOPENED: readonly Column<UnopenedItem>[] = [
  { id: 'person', header: 'Who', cell: one => <Who {...one} />, main: true, sortBy: one => one.person.name },
  { id: 'organisation', header: 'Organisation', cell: organisationOf, sortBy: organisationOf },
  { id: 'title', header: 'About', cell: one => one.title, sortBy: one => one.title },
  {
    id: 'thing',
    header: 'Of',
    cell: one => [one.thing, one.where].filter(Boolean).join('; '),
    sortBy: one => one.thing,
  },
  { id: 'at', header: 'Since', cell: one => <DayText day={one.at} />, sortBy: one => one.at },
  { id: 'letter', header: 'Letter', cell: one => LETTERS[one.letter], sortBy: one => one.letter },
]

const RETURNED: readonly Column<ReturnedLetter>[] = [
  { id: 'person', header: 'Who', cell: one => <Who {...one} />, main: true, sortBy: one => one.to },
  { id: 'organisation', header: 'Organisation', cell: organisationOf, sortBy: organisationOf },
  { id: 'to', header: 'Address', cell: one => one.to, sortBy: one => one.to },
  { id: 'title', header: 'About', cell: one => one.title, sortBy: one => one.title },
  { id: 'at', header: 'Written', cell: one => <DayText day={one.at} />, sortBy: one => one.at },
  {
    id: 'why',
    header: 'Why',
    cell: one => (one.isRefused ? 'Refused for good' : 'Given up after many attempts'),
    sortBy: one => Number(one.isRefused),
  },
  { id: 'message', header: 'What was said', cell: one => one.message },
]

/** Whom the words of the market do not reach, so that the operator can ring them up. */
export const UnreachedPage = () => (
  <PageBoundary query={useAnswer(readUnreached, {})} title="Not opened or returned">
    {({ unopened, returned }) => (
      <Page
        title="Not opened or returned"
        crumbs={[{ name: 'Inbox', to: '/inbox' }, { name: 'Not opened or returned' }]}
        subtitle="Whom the market does not reach by inbox or letter: ring them up, or put their address right."
      >
        <div className="stack">
          <Section heading={`Not opened for ${UNOPENED_AFTER_DAYS} days`}>
            <RowsTable
              caption="What has to be known or done and has not been opened"
              columns={UNOPENED}
              rows={unopened}
              empty={
                <EmptyState title="Everybody has opened what they must know">
                  What has to be known or done, and has not been opened for {UNOPENED_AFTER_DAYS} days, would
                  stand here.
                </EmptyState>
              }
            />
          </Section>
          <Section heading="Letters that came back">
            <RowsTable
              caption="Letters that nobody got"
              columns={RETURNED}
              rows={returned}
              empty={<EmptyState title="No letter came back" />}
            />
          </Section>
        </div>
      </Page>
    )}
  </PageBoundary>
)
