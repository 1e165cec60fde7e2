import { Link } from 'react-router'
import type { ActionName } from '#actions/index'
import { withWords } from '#contract/endpoint'
import type { Listed, ListQueryOf, RowOf, SortOf } from '#contract/noun'
import { addressOf, NOUNS } from '#contract/nouns'
import type { AvailableAction } from '#contract/resource'
import { useList } from '../../api.ts'
import { Door } from '../../parts/action-bar.tsx'
import { showNumber } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import type { WirePeriods } from '../../parts/schedule.tsx'
import { PROJECTS_OF_SUPPLIER, schedulesOf } from './project-columns.tsx'
import { MapDoor } from './map-door.tsx'
import { UnitsNote } from './units-note.tsx'
import { REQUIREMENTS_OF_BUYER } from './requirement-columns.tsx'

// Whole lists, sorted here: several stand on one page, so they cannot all keep their order and page in its address.
const MOST = 200

/** More than these are wanted with filters, columns and rows to select, which the list itself has. */
const FEW = 10

const More = ({ total, to }: { total: number; to: string }) =>
  total > FEW ? (
    <p>
      <Link to={to}>All {showNumber(total)} in a list, to filter, choose columns and download</Link>
    </p>
  ) : null

const OwnList = <N extends Listed>({
  noun,
  owner,
  caption,
  columns,
  pageOf,
  all,
  add,
  places,
  schedules,
}: {
  noun: N
  owner: ListQueryOf<N>
  caption: string
  columns: readonly Column<RowOf<N>, SortOf<N>>[]
  pageOf: (id: string) => string
  /** The page of the whole list. */
  all: string
  /** What ends that there is nothing, on the subject of the page. */
  add: AvailableAction | undefined
  /** What a map of it shows. */
  places: 'projects' | 'requirements'
  /** The units of a row that differ from day to day. */
  schedules: (row: RowOf<N>) => WirePeriods[]
}) => (
  <QueryBoundary query={useList(noun, { ...owner, limit: MOST })}>
    {({ items, total }) => (
      <>
        <RowsTable
          caption={caption}
          columns={columns}
          rows={items}
          rowLink={row => pageOf(row.id)}
          empty={<EmptyState title={`No ${caption.toLowerCase()} yet`} button={<Door action={add} />} />}
        />
        {items.length > 0 && <UnitsNote schedules={items.flatMap(schedules)} />}
        <More total={total} to={withWords(all, owner)} />
        {items.length > 0 && <MapDoor label={`${caption} on a map`} {...{ [places]: owner }} />}
      </>
    )}
  </QueryBoundary>
)

type Actions = readonly AvailableAction[] | undefined

const named = (actions: Actions, name: ActionName<'organisation'>) => actions?.find(({ id }) => id === name)

/** The projects of one supplier, with what may be done for it. */
export const ProjectsOf = ({ supplierId, actions }: { supplierId: string; actions: Actions }) => (
  <OwnList
    noun={NOUNS.project}
    owner={{ supplierId }}
    caption="Projects"
    columns={PROJECTS_OF_SUPPLIER}
    pageOf={id => addressOf('project', { id })}
    all="/projects"
    add={named(actions, 'RegisterNewProject')}
    places="projects"
    schedules={schedulesOf}
  />
)

/** The credit requirements of one buyer or investor, with what may be done for it. */
export const RequirementsOf = ({ buyerId, actions }: { buyerId: string; actions: Actions }) => (
  <OwnList
    noun={NOUNS.requirement}
    owner={{ buyerId }}
    caption="Credit requirements"
    columns={REQUIREMENTS_OF_BUYER}
    pageOf={id => addressOf('requirement', { id })}
    all="/credit-requirements"
    add={named(actions, 'RegisterNewCreditRequirement')}
    places="requirements"
    schedules={() => []}
  />
)
