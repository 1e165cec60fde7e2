import { Link } from 'react-router'
import type { ActionName } from '#actions/index'
import { withQuery } from '#contract/kit/endpoint'
import type { ListedNoun, ListQueryOf, RowOf, SortOf } from '#contract/kit/noun'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import type { AvailableAction } from '#contract/kit/resource'
import { useList } from '../../api/api.ts'
import { EmptyStateAction } from '../../parts/action-bar.tsx'
import { showNumber } from '../../parts/values/amounts.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import type { UnitsByPeriod } from '../../parts/values/schedule.tsx'
import { SUPPLIER_PROJECT_COLUMNS, schedulesByCreditType } from './project-columns.tsx'
import { MapToggle } from '../shared/map-door.tsx'
import { UnitsNote } from '../shared/units-note.tsx'
import { BUYER_REQUIREMENT_COLUMNS } from './requirement-columns.tsx'

const JOIN_AS_SUPPLIER_TEXT = 'To offer land, first join a market round as a supplier.'
const JOIN_AS_BUYER_TEXT = 'To bid for credits, first join a market round as a buyer or investor.'

// Whole lists, sorted in the browser: several are on one page, so they cannot all store their order and page in its
// address.
const MOST = 200

/** Number of rows above which filters, columns and selection help, which the list page has. */
const FEW = 10

const More = ({ total, to }: { total: number; to: string }) =>
  total > FEW ? (
    <p>
      <Link to={to}>See all {showNumber(total)} in a list that you can filter and download</Link>
    </p>
  ) : null

const OwnList = <N extends ListedNoun>({
  noun,
  owner,
  caption,
  none,
  joinFirst,
  columns,
  pageOf,
  all,
  add,
  places,
  schedules,
  atFirst,
}: {
  noun: N
  owner: ListQueryOf<N>
  caption: string
  /** Title of an empty list. */
  none: string
  /** Sentence that says how to get ready for the first record. */
  joinFirst: string
  columns: readonly Column<RowOf<N>, SortOf<N>>[]
  pageOf: (id: string) => string
  /** Address of the page with the whole list. */
  all: string
  /** Action that adds a record, on the subject of the page. */
  add: AvailableAction | undefined
  /** Kind of marks on the list's map. */
  places: 'projects' | 'requirements'
  /** Schedules of a row whose units change from day to day. */
  schedules: (row: RowOf<N>) => UnitsByPeriod[]
  /** Rows in view until the reader opens all. */
  atFirst: number | undefined
}) => (
  <QueryBoundary query={useList(noun, { ...owner, limit: MOST })}>
    {({ items, total }) => (
      <>
        <RowsTable
          caption={caption}
          columns={columns}
          rows={items}
          rowLink={row => pageOf(row.id)}
          atFirst={atFirst}
          printsAll
          empty={<EmptyState title={none} button={<EmptyStateAction action={add} before={joinFirst} />} />}
        />
        {items.length > 0 && <UnitsNote schedules={items.flatMap(schedules)} />}
        <More total={total} to={withQuery(all, owner)} />
        {items.length > 0 && <MapToggle label={`${caption} on a map`} {...{ [places]: owner }} />}
      </>
    )}
  </QueryBoundary>
)

type Actions = readonly AvailableAction[] | undefined

interface ListOptions {
  actions: Actions
  /** Rows in view until the reader opens all; without it, all are. */
  atFirst?: number
}

const named = (actions: Actions, name: ActionName<'organisation'>) => actions?.find(({ id }) => id === name)

/** Projects of one supplier, with the actions for them. */
export const SupplierProjects = ({ supplierId, actions, atFirst }: { supplierId: string } & ListOptions) => (
  <OwnList
    noun={NOUNS.project}
    owner={{ supplierId }}
    caption="Projects"
    none="No projects yet"
    joinFirst={JOIN_AS_SUPPLIER_TEXT}
    columns={SUPPLIER_PROJECT_COLUMNS}
    pageOf={id => pageAddress('project', { id })}
    all="/projects"
    add={named(actions, 'RegisterNewProject')}
    places="projects"
    schedules={schedulesByCreditType}
    atFirst={atFirst}
  />
)

/** Credit requirements of one buyer or investor, with the actions for them. */
export const BuyerRequirements = ({ buyerId, actions, atFirst }: { buyerId: string } & ListOptions) => (
  <OwnList
    noun={NOUNS.requirement}
    owner={{ buyerId }}
    caption="Credit requirements"
    none="No credit requirements yet"
    joinFirst={JOIN_AS_BUYER_TEXT}
    columns={BUYER_REQUIREMENT_COLUMNS}
    pageOf={id => pageAddress('requirement', { id })}
    all="/credit-requirements"
    add={named(actions, 'RegisterNewCreditRequirement')}
    places="requirements"
    schedules={() => []}
    atFirst={atFirst}
  />
)
