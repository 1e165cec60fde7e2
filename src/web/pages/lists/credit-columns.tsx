import { Link } from 'react-router'
import { CREDIT_TYPE_LABELS, unitsNote } from '#domain/values/credit-type'
import type { CreditRow } from '#contract/credit/credit'
import type { SortOf } from '#contract/kit/noun'
import { pageAddress, type NOUNS } from '#contract/nouns/nouns'
import { statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { habitatText } from '../shared/habitat-text.ts'
import { SoldProjectLink } from '../shared/owner-link.tsx'
import { UnitsOnPageDate } from '../shared/units-on-day.tsx'
import { UnitAssurance, UnitsReplacing } from './unit-assurance.tsx'
import { useIsOperator } from '../shared/use-is-operator.ts'

type Holding = Pick<CreditRow, 'requirement' | 'isReserved' | 'isSold'>

/** Names the holder whose need a credit meets, or says why there is none. */
export const holderText = (row: Holding): string =>
  row.requirement?.name ?? (row.isReserved ? 'Reserve' : row.isSold ? 'Sold' : 'Not sold')

/** Project that supplies a credit, as the registry shows it. */
export const SupplyingProject = ({ credit: { project } }: { credit: Pick<CreditRow, 'project'> }) =>
  project ? <SoldProjectLink project={project} at="/registry" /> : 'A project'

/**
 * Requirement that a credit meets. Only the market operator can open pages of the registry, so only then is
 * it a link.
 */
export const CreditHolder = ({ credit }: { credit: Holding }) => {
  const at = useIsOperator() ? '/registry' : ''
  return credit.requirement ? (
    <Link to={`${at}${pageAddress('requirement', { id: credit.requirement.id })}`}>
      {credit.requirement.name}
    </Link>
  ) : (
    holderText(credit)
  )
}

/** Describes how long the project supplies a credit. */
export const termText = ({ isPermanent, years }: Pick<CreditRow, 'isPermanent' | 'years'>): string =>
  isPermanent ? 'Permanent' : years === 1 ? '1 year' : `${years ?? 0} years`

/** First serial of a credit, and the number of further serials. */
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

/** Type of a credit, with its habitat or its unit. */
export const CreditTypeCell = ({
  of,
}: {
  of: Parameters<typeof habitatText>[0] & Pick<CreditRow, 'creditType'>
}) => (
  <>
    {CREDIT_TYPE_LABELS[of.creditType]}
    <div className="quiet small">{habitatText(of) || unitsNote(of.creditType)}</div>
  </>
)

/** Column with the status of credits. */
export const CREDIT_STATUS_COLUMN = statusColumn<'credit', CreditRow>(
  'credit',
  'status',
  'Status',
  row => row.status,
  {
    card: 'status',
    sortBy: undefined,
    cell: row => (
      <>
        <StatusBadge kind="credit" status={row.status} label={row.label} />
        {row.assurance !== 'sound' && (
          <div>
            <UnitAssurance of={row} />
          </div>
        )}
        <UnitsReplacing of={row} />
      </>
    ),
  },
)

/** Columns of the registry of credits. */
export const CREDIT_COLUMNS: readonly Column<CreditRow, SortOf<typeof NOUNS.credit>>[] = [
  { id: 'serial', header: 'Serial', main: true, cell: row => <Serials serials={row.serials} /> },
  {
    id: 'type',
    header: 'Credits',
    sort: 'type',
    cell: row => <CreditTypeCell of={row} />,
  },
  { id: 'project', header: 'Project', sort: 'project', cell: row => <SupplyingProject credit={row} /> },
  {
    id: 'requirement',
    header: 'Credit requirement',
    sort: 'requirement',
    cell: row => <CreditHolder credit={row} />,
  },
  { id: 'round', header: 'Round', cell: row => row.round.name },
  { ...CREDIT_STATUS_COLUMN, sort: 'status' },
  { id: 'term', header: 'Term', cell: termText },
  {
    id: 'units',
    header: 'Units',
    numeric: true,
    card: 'amount',
    sort: 'units',
    cell: row => <UnitsOnPageDate periods={row.unitsPerPeriod} />,
  },
]
