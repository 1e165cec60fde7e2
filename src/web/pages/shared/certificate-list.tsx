import { certificateStateText } from '#domain/case/unit-failure'
import type { CertificateItem } from '#contract/credit/certificate'
import { DayText } from '../../parts/values/amounts.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { recordCountText } from '../../parts/messages.ts'
import { FoldedSection } from '../../parts/section.tsx'

// These pages are not part of the application, so the links are plain links.
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
  { id: 'made', header: 'Issued', cell: row => <DayText day={row.madeAt} /> },
  { id: 'state', header: 'State', cell: row => certificateStateText(row) },
  {
    id: 'files',
    header: 'Download or check',
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

/** Certificates of a project, a requirement or a credit; nothing while there are none. */
export const CertificateList = ({
  certificates,
  isFolded = false,
}: {
  certificates: readonly CertificateItem[]
  isFolded?: boolean
}) =>
  certificates.length === 0 ? null : (
    <FoldedSection
      isFolded={isFolded}
      heading="Certificates"
      note={recordCountText(certificates.length, 'certificate')}
    >
      <p className="quiet">
        Anyone who has the number or the file can check a certificate. They do not need an account.
      </p>
      <RowsTable caption="Certificates and how to check them" columns={COLUMNS} rows={certificates} />
    </FoldedSection>
  )
