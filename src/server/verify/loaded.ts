import { sql, type SqlBool } from 'kysely'

/**
 * Is everything here made here? What was loaded from the archive of another installation is told in the log of that one, of which
 * the log here names only the seal.
 */
export const NOT_LOADED = sql<SqlBool>`not exists (select from activity where action = 'LoadArchive')`
