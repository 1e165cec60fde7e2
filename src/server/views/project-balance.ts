import { type Kysely, sql, type SqlBool } from 'kysely'
import type { ProjectBalance } from '#contract/kit/balance'
import type { Day } from '@credit-market/values/dates'
import { serviceName } from '#domain/project/service'
import type { Project } from '#domain/project/project'
import type { Database } from '../store/tables/tables.ts'
import { readCertifiedUnits, buildBalanceSheet } from './listing/balance.ts'
import { readServices } from './services.ts'

/** Balance sheet of a project, by service and in total. */
export const projectBalance = async (
  db: Kysely<Database>,
  project: Pick<Project, 'id' | 'roundId'>,
  on: Day,
  its = readServices(db, [project]),
): Promise<ProjectBalance> => {
  const [held, services] = await Promise.all([
    readCertifiedUnits(db, sql<SqlBool>`project_id = ${project.id}`, { by: 'serviceId' }),
    its,
  ])
  return {
    ...buildBalanceSheet(held, on),
    services: services.flatMap(service => {
      const { types } = buildBalanceSheet(
        held.filter(({ of }) => of === service.id),
        on,
      )
      return types.map(balance => ({ id: service.id, name: serviceName(service), ...balance }))
    }),
  }
}
