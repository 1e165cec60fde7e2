import { Link, useParams } from 'react-router'
import type { Kind } from '#domain/disclosure/entities'
import { search, type SearchResults } from '#contract/desk/home'
import type { SearchHit } from '#contract/kit/resource'
import { useAnswer } from '../api/api.ts'
import { showNumber } from '../parts/values/amounts.tsx'
import type { Column } from '../parts/table/columns.ts'
import { RowsTable } from '../parts/table/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { QueryBoundary } from '../parts/page/query-boundary.tsx'
import { Section } from '../parts/section.tsx'
import { MapToggle } from './shared/map-door.tsx'
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
/** Explanation of the possible search terms, for readers without results. */
const WHAT_IS_FOUND =
  'You can search for a name or part of a name, a planning reference, or a CSV ID. You can also search for a serial (N2-20260506-500-900, or a single unit), a grid reference or square (ST 441 216, ST4421), or a catchment, character area or planning authority.'

const OTHERS = 'Others'
const SECTIONS = [...new Set([...Object.values(HEADINGS), OTHERS])]

const NAME: Column<SearchHit> = {
  id: 'name',
  header: 'Name',
  main: true,
  cell: row => <Link to={row.link}>{row.name}</Link>,
}
const COLUMNS: readonly Column<SearchHit>[] = [
  NAME,
  { id: 'detail', header: 'About', cell: row => row.detail },
  { id: 'why', header: 'Matches', cell: row => row.why },
  { id: 'status', header: 'Status', cell: row => row.status },
]

/** Map of the results that have coordinates. */
const FoundPlaces = ({ items }: { items: readonly SearchHit[] }) => {
  const [projects, requirements] = (['project', 'requirement'] as const).map(kind =>
    items.flatMap(item => (item.kind === kind ? item.id : [])),
  )
  const asked = {
    ...(projects?.length && { projects: { id: projects } }),
    ...(requirements?.length && { requirements: { id: requirements } }),
  }
  return Object.keys(asked).length > 0 && <MapToggle label="Results on a map" {...asked} />
}

const resultsText = (of: { total: number; isMore: boolean; shown: number }): string => {
  const found = of.isMore ? `More than ${showNumber(of.total)} found` : `${showNumber(of.total)} found`
  return of.total > of.shown ? `${found}, showing the ${of.shown} best matches` : found
}

const Results = ({ items, total, isMore }: Pick<SearchResults, 'items' | 'total' | 'isMore'>) => {
  if (items.length === 0)
    return <EmptyState title="Nothing found">Nothing matches your search. {WHAT_IS_FOUND}</EmptyState>
  return (
    <div className="page">
      <p className="quiet num" role="status">
        {resultsText({ total, isMore, shown: items.length })}
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

/** Search results by kind, each with the name, serial, reference or place by which it matches. */
export const SearchPage = () => {
  const { term } = useParams()
  return (
    <Page title={term ? `Search: ${term}` : 'Search'}>
      {term ? (
        <FoundBy term={term} />
      ) : (
        <EmptyState title="What are you looking for?">
          Use the search at the top of the page. {WHAT_IS_FOUND}
        </EmptyState>
      )}
    </Page>
  )
}
