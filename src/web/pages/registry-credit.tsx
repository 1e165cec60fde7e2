import { useParams } from 'react-router'
import { nameWithUnits } from '#domain/credit-type'
import { type Day, showDay } from '#domain/dates'
import { BIODIVERSITY_SUPPLY_LABELS } from '#domain/round'
import { NOUNS } from '#contract/nouns'
import type { CreditHistory } from '#contract/credit'
import { useResource } from '../api.ts'
import { CREDIT_CLASS } from '../charts/figures.ts'
import { PeriodBars } from '../charts/period-bars.tsx'
import { DayText, Quantity } from '../parts/amounts.tsx'
import type { Column } from '../parts/columns.ts'
import { RowsTable } from '../parts/data-table.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { StepClockLine } from '../parts/step-clock.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { habitatText } from './item/habitat-text.ts'
import { CertificateList } from './shared/certificate-list.tsx'
import { HeldFor, SuppliedBy, termText } from './shared/credit-columns.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './shared/pages.css'

interface Held {
  id: string
  start: string
  end: string | null
  units: number
}

const BLOCKS: readonly Column<Held>[] = [
  { id: 'serial', header: 'Serial', main: true, cell: row => <span className="num">{row.id}</span> },
  { id: 'start', header: 'From', cell: row => <DayText day={row.start} /> },
  { id: 'end', header: 'Until', cell: row => (row.end ? <DayText day={row.end} /> : 'For ever') },
  { id: 'units', header: 'Units', numeric: true, cell: row => <Quantity units={row.units} /> },
]

type Entry = CreditHistory['history'][number] & { id: string }

/** Its units are those of a day, whenever it happened. */
const lifeOn = (on: Day): readonly Column<Entry>[] => [
  { id: 'title', header: 'What happened', main: true, cell: row => row.title },
  { id: 'at', header: 'When', cell: row => <DayText day={row.at} time /> },
  {
    id: 'units',
    header: `Units on ${showDay(on)}`,
    numeric: true,
    cell: row => <Quantity units={row.units} />,
  },
  {
    id: 'serials',
    header: 'Serials',
    cell: row => (
      <ul className="cell-list small">
        {row.serials.map(serial => (
          <li key={serial} className="num">
            {serial}
          </li>
        ))}
      </ul>
    ),
  },
]

/** One credit of the registry: which units it holds, for whom, and its life so far. */
export const RegistryCreditPage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.credit, id)} title="Credit">
      {data => (
        <Page
          title={`Credit ${data.serials[0] ?? ''}`}
          crumbs={
            data.isReserved
              ? [{ name: 'Credit reserve', to: '/registry/reserve' }, { name: data.serials[0] ?? 'Credit' }]
              : [{ name: 'Credits', to: '/registry/credits' }, { name: data.serials[0] ?? 'Credit' }]
          }
          subtitle={<StatusBadge kind="credit" status={data.status} label={data.label} />}
        >
          <StepClockLine clock={data.clock} owner="Its buyer" />
          <KeyValues
            facts={[
              ['Credits', nameWithUnits(data.creditType)],
              ['Habitat', habitatText(data) || false],
              ['Project', <SuppliedBy key="project" credit={data} />],
              ['Credit requirement', <HeldFor key="requirement" credit={data} />],
              ...data.references.map(({ called, reference }) => [called, reference] as const),
              ['Round', data.round.name],
              ['Term', termText(data)],
              [
                'Biodiversity supply counts',
                data.biodiversitySupply ? BIODIVERSITY_SUPPLY_LABELS[data.biodiversitySupply] : undefined,
              ],
              [`Units on ${showDay(data.on)}`, <Quantity key="units" units={data.units} />],
            ]}
          />
          <Section heading="Units by period">
            <div className={CREDIT_CLASS[data.creditType]}>
              <PeriodBars periods={data.unitsPerPeriod} label="Units by period" on={data.on} />
            </div>
            <RowsTable
              caption="Serials by period"
              columns={BLOCKS}
              rows={data.unitsPerPeriod.map((period, at) => ({
                ...period,
                id: data.serials[at] ?? period.start,
              }))}
            />
          </Section>
          <CertificateList certificates={data.certificates} />
          <Section heading="Life">
            <RowsTable
              caption="What has happened to it"
              columns={lifeOn(data.on)}
              rows={data.history.map((entry, at) => ({ ...entry, id: String(at) }))}
            />
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
