import type { Kysely } from 'kysely'
import type { CertificateItem } from '#contract/certificate'
import { CERTIFICATE_TITLES, type CertifiedKind } from '#domain/certificate'
import type { Database } from '../store/tables.ts'

/** The certificates of a requirement or a project, for whoever may read it, oldest first; what was superseded is found behind what took its place. */
export const certificatesOf = async (
  db: Kysely<Database>,
  kind: CertifiedKind,
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
