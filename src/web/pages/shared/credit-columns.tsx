import { Link } from 'react-router'
import { CREDIT_TYPE_LABELS, unitsNote } from '#domain/credit-type'
import type { CreditRow } from '#contract/credit'
import type { SortOf } from '#contract/noun'
import { addressOf, type NOUNS } from '#contract/nouns'
import type { Column } from '../../parts/columns.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { habitatText } from '../item/habitat-text.ts'
import { SoldProjectLink } from './owner-link.tsx'
import { UnitsOnDay } from './units-on-day.tsx'
import { useIsOperator } from './use-is-operator.ts'

type Holding = Pick<CreditRow, 'requirement' | 'isReserved' | 'isSold'>

/** Whose need a credit meets, or why nobody's. */
export const holderText = (row: Holding): string =>
  row.requirement?.name ?? (row.isReserved ? 'Reserve' : row.isSold ? 'Sold' : 'Not sold')

/** The project that supplies a credit, as the registry shows it. */
export const SuppliedBy = ({ credit: { project } }: { credit: Pick<CreditRow, 'project'> }) =>
  project ? <SoldProjectLink project={project} at="/registry" /> : 'A project'

/** The requirement that a credit meets; only the market operator has pages of the registry. */
export const HeldFor = ({ credit }: { credit: Holding }) => {
  const at = useIsOperator() ? '/registry' : ''
  return credit.requirement ? (
    <Link to={`${at}${addressOf('requirement', { id: credit.requirement.id })}`}>
      {credit.requirement.name}
    </Link>
  ) : (
    holderText(credit)
  )
}

/** How long a credit's project supplies it. */
export const termText = ({ isPermanent, years }: Pick<CreditRow, 'isPermanent' | 'years'>): string =>
  isPermanent ? 'Permanent' : years === 1 ? '1 year' : `${years ?? 0} years`

/** The first of a credit's serials, and how many more it has. */
export const Serials = ({ serials }: Pick<CreditRow, 'serials'>) => (
  <>
    <span className="num">{serials[0] ?? 'Not certified'}</span>
    {serials.length > 1 && (
      <span className="quiet small">
        {' '}
        and {serials.length - 1} {serials.length === 2 ? 'other' : 'others'}
      </span>
    )}
  </>
)

/** The columns of the registry of credits. */
export const CREDIT_COLUMNS: readonly Column<CreditRow, SortOf<typeof NOUNS.credit>>[] = [
  {
    id: 'serial',
    header: 'Serial',
    main: true,
    cell: row => <Serials serials={row.serials} />,
  },
  {
    id: 'type',
    header: 'Credits',
    sort: 'type',
    cell: row => (
      <>
        {CREDIT_TYPE_LABELS[row.creditType]}
        <div className="quiet small">{habitatText(row) || unitsNote(row.creditType)}</div>
      </>
    ),
  },
  { id: 'project', header: 'Project', sort: 'project', cell: row => <SuppliedBy credit={row} /> },
  {
    id: 'requirement',
    header: 'Credit requirement',
    sort: 'requirement',
    cell: row => <HeldFor credit={row} />,
  },
  { id: 'round', header: 'Round', cell: row => row.round.name },
  {
    id: 'status',
    header: 'Status',
    card: 'status',
    sort: 'status',
    cell: row => <StatusBadge kind="credit" status={row.status} label={row.label} />,
  },
  { id: 'term', header: 'Term', cell: termText },
  {
    id: 'units',
    header: 'Units',
    numeric: true,
    card: 'amount',
    sort: 'units',
    cell: row => <UnitsOnDay periods={row.unitsPerPeriod} />,
  },
]
