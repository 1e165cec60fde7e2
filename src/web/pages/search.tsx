import { Link, useParams } from 'react-router'
import type { Kind } from '#domain/entities'
import { search, type SearchAnswer } from '#contract/home'
import type { Found } from '#contract/resource'
import { useAnswer } from '../api.ts'
import { showNumber } from '../parts/amounts.tsx'
import type { Column } from '../parts/columns.ts'
import { RowsTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page.tsx'
import { QueryBoundary } from '../parts/query-boundary.tsx'
import { Section } from '../parts/section.tsx'
import { MapDoor } from './shared/map-door.tsx'
import './shared/pages.css'

const HEADINGS: { readonly [K in Kind]?: string } = {
  credit: 'Credits',
  project: 'Projects',
  requirement: 'Credit requirements',
  organisation: 'Organisations',
  projectGroup: 'Groups',
  requirementGroup: 'Groups',
  round: 'Market rounds',
  user: 'People',
}
/** What can be typed, in words for whoever has found nothing yet. */
const WHAT_IS_FOUND =
  'Type a name or a part of one, a serial (N2-20260506-500-900, or one unit of it), a planning reference, a grid reference or a square (ST 441 216, ST4421), a catchment, character area or planning authority, or a CSV ID.'

const OTHERS = 'Others'
const SECTIONS = [...new Set([...Object.values(HEADINGS), OTHERS])]

const NAME: Column<Found> = {
  id: 'name',
  header: 'Name',
  main: true,
  cell: row => <Link to={row.link}>{row.name}</Link>,
}
const COLUMNS: readonly Column<Found>[] = [
  NAME,
  { id: 'detail', header: 'About', cell: row => row.detail },
  { id: 'why', header: 'Found by', cell: row => row.why },
  { id: 'status', header: 'Status', cell: row => row.status },
]

/** What has places of what was found, on a map. */
const FoundPlaces = ({ items }: { items: readonly Found[] }) => {
  const [projects, requirements] = (['project', 'requirement'] as const).map(kind =>
    items.flatMap(item => (item.kind === kind ? item.id : [])),
  )
  const asked = {
    ...(projects?.length && { projects: { id: projects } }),
    ...(requirements?.length && { requirements: { id: requirements } }),
  }
  return Object.keys(asked).length > 0 && <MapDoor label="What was found, on a map" {...asked} />
}

const Results = ({ items, total, isMore }: Pick<SearchAnswer, 'items' | 'total' | 'isMore'>) => {
  if (items.length === 0)
    return (
      <EmptyState title="Nothing found">
        Nothing has this name or one like it, and nothing is known by it otherwise. {WHAT_IS_FOUND}
      </EmptyState>
    )
  return (
    <div className="page">
      <p className="quiet num" role="status">
        {isMore && 'More than '}
        {showNumber(total)} found{total > items.length && `, the ${items.length} likeliest of them shown`}
      </p>
      <FoundPlaces items={items} />
      {SECTIONS.map(heading => {
        const rows = items.filter(item => (HEADINGS[item.kind] ?? OTHERS) === heading)
        return rows.length === 0 ? null : (
          <Section key={heading} heading={heading}>
            <RowsTable
              caption={`${heading} found`}
              columns={rows.some(row => row.status !== null) ? COLUMNS : COLUMNS.slice(0, 3)}
              rows={rows}
            />
          </Section>
        )
      })}
    </div>
  )
}

const FoundBy = ({ term }: { term: string }) => (
  <QueryBoundary query={useAnswer(search, { params: { term } })}>
    {list => <Results {...list} />}
  </QueryBoundary>
)

/** What bears the term in its name or in its owner's, or a name like it, kind by kind. */
export const SearchPage = () => {
  const { term } = useParams()
  return (
    <Page title={term ? `Search: ${term}` : 'Search'}>
      {term ? (
        <FoundBy term={term} />
      ) : (
        <EmptyState title="What are you looking for?">Open the search at the top. {WHAT_IS_FOUND}</EmptyState>
      )}
    </Page>
  )
}
