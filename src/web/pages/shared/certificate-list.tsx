import type { CertificateItem } from '#contract/certificate'
import { DayText } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { Section } from '../../parts/section.tsx'

// These pages are no part of the application, so they are links of the browser.
const COLUMNS: readonly Column<CertificateItem>[] = [
  {
    id: 'title',
    header: 'Certificate',
    main: true,
    cell: row => (
      <>
        <a href={row.links.page}>{row.title}</a>
        <div className="quiet small num">{row.number}</div>
      </>
    ),
  },
  { id: 'made', header: 'Made', cell: row => <DayText day={row.madeAt} /> },
  { id: 'state', header: 'State', cell: row => row.state },
  {
    id: 'files',
    header: 'Keep or check',
    cell: row => (
      <>
        <a href={row.links.pdf} download aria-label={`PDF of ${row.title} ${row.number}`}>
          PDF
        </a>{' '}
        <a href={row.links.verify} aria-label={`Verify ${row.title} ${row.number}`}>
          Verify
        </a>
      </>
    ),
  },
]

/** The certificates of a project, a requirement or a credit; nothing while there are none. */
export const CertificateList = ({ certificates }: { certificates: readonly CertificateItem[] }) =>
  certificates.length === 0 ? null : (
    <Section heading="Certificates">
      <p className="quiet">Whoever is given the number or the file can check it, without an account.</p>
      <RowsTable caption="Certificates and how to check them" columns={COLUMNS} rows={certificates} />
    </Section>
  )
