import type { Kysely } from 'kysely'
import type { CertificateItem } from '#contract/credit/certificate'
import { CERTIFICATE_TITLES, type CertificateSubjectKind } from '#domain/credit/certificate'
import type { Database } from '../store/tables/tables.ts'

/**
 * Certificates of a requirement or project, for any of its readers, oldest first. Superseded certificates are left
 * out: they are found through the certificate that replaces them.
 */
export const listCertificates = async (
  db: Kysely<Database>,
  kind: CertificateSubjectKind,
  id: string,
): Promise<CertificateItem[]> => {
  const rows = await db
    .selectFrom('certificate')
    .select(['id', 'number', 'kind', 'state', 'madeAt'])
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id)
    .where('state', '<>', 'Superseded')
    .orderBy('ordinal')
    .execute()
  return rows.map(row => {
    const page = `/certificates/${row.number}`
    return {
      ...row,
      title: CERTIFICATE_TITLES[row.kind],
      links: { page, pdf: `${page}.pdf`, json: `${page}.json`, verify: `/verify/${row.number}` },
    }
  })
}
