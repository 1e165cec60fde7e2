import type { MatchProblem } from '../problem/match-problem.ts'

/**
 * A key for each organisation: two with the same key offer and bid the same, but for names and times. Each organisation
 * with a member in a group has a key of its own.
 */
export const alikeKeys = ({ projects, requirements, groups }: MatchProblem): ((owner: string) => string) => {
  const items = new Map<string, string[]>()
  const grouped = new Set<string>(groups.map(({ ownerId }) => ownerId))
  const put = (owner: string, item: object): void => {
    items.set(owner, [...(items.get(owner) ?? []), JSON.stringify(item)])
  }
  for (const one of projects) {
    const { id: _id, name: _name, supplierId, ownerId: _owner, offeredAt: _at, services, ...project } = one
    put(supplierId, { ...project, services: services.map(({ id: _service, ...service }) => service) })
  }
  for (const { id: _id, name: _name, buyerId, ownerId: _owner, bidAt: _at, ...requirement } of requirements)
    put(buyerId, requirement)
  return owner => (grouped.has(owner) ? owner : JSON.stringify((items.get(owner) ?? []).toSorted()))
}
