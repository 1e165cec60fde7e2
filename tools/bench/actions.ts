import type { Asking } from './load.ts'
import type { Copies } from './copies.ts'

/** Rich text of one paragraph, as the editor writes it. */
const paragraph = (text: string) => {
  const children = [{ type: 'paragraph', children: [{ type: 'text', text }] }]
  return { json: JSON.stringify({ root: { type: 'root', children } }) }
}

/** The actions to measure, each by many clients on subjects of their own. */
export const actionsToRun = (
  { rounds, toOffer }: Copies,
  cookie: string,
): { name: string; asking: (client: number) => Asking }[] => {
  const onEach = (path: string, ids: readonly string[], action: string, values: (n: number) => object) => ({
    name: action,
    asking: (client: number): Asking => ({
      path: `/api/${path}/${ids[client % ids.length]}/action/${action}`,
      headers: { cookie },
      body: n => ({ values: values(n) }),
    }),
  })
  // Each client has a project in a round of its own.
  const projects = toOffer.flatMap(([first]) => first ?? [])
  return [
    onEach('round', rounds, 'SetReserveInfo', n => ({
      hasReserve: true,
      reservePercentage: 10 + (n % 10),
      reserveAppliesTo: 'allDemand',
      agreedWithEMB: true,
    })),
    onEach('project', projects, 'SetCosts', n => ({
      maintenance: 1000 + n,
      marketOperator: 500,
      complianceMonitoring: 250.5,
      performanceMonitoring: 250.5,
    })),
    onEach('project', projects, 'Comment', n => ({ comment: paragraph(`The gate is open, day ${n}`) })),
  ]
}
